// The functions of libxml2 that core/input/formats/wmt_xml.cc calls.
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "cli/late/late_library.h"

namespace {
constexpr mtgauge::LateLibrary kXml(MTGAUGE_XML_FILE, "libxml2");
}

#ifdef __clang__
#pragma clang diagnostic ignored "-Wreserved-identifier"  // two names of libxml2
#endif

MTGAUGE_LATE(kXml, "xmlInitParser", void, xmlInitParser, (), ())
MTGAUGE_LATE(kXml, "xmlCreatePushParserCtxt", xmlParserCtxtPtr, xmlCreatePushParserCtxt,
             (xmlSAXHandlerPtr handler, void* data, const char* chunk, int size, const char* file),
             (handler, data, chunk, size, file))
MTGAUGE_LATE(kXml, "xmlFreeParserCtxt", void, xmlFreeParserCtxt, (xmlParserCtxtPtr context),
             (context))
MTGAUGE_LATE(kXml, "xmlCtxtUseOptions", int, xmlCtxtUseOptions,
             (xmlParserCtxtPtr context, int options), (context, options))
MTGAUGE_LATE(kXml, "xmlParseChunk", int, xmlParseChunk,
             (xmlParserCtxtPtr context, const char* chunk, int size, int last),
             (context, chunk, size, last))
MTGAUGE_LATE(kXml, "xmlStopParser", void, xmlStopParser, (xmlParserCtxtPtr context), (context))
MTGAUGE_LATE(kXml, "xmlSAX2GetLineNumber", int, xmlSAX2GetLineNumber, (void* context), (context))
MTGAUGE_LATE(kXml, "xmlSetStructuredErrorFunc", void, xmlSetStructuredErrorFunc,
             (void* data, xmlStructuredErrorFunc handler), (data, handler))
MTGAUGE_LATE(kXml, "__xmlStructuredError", xmlStructuredErrorFunc*, __xmlStructuredError, (), ())
MTGAUGE_LATE(kXml, "__xmlStructuredErrorContext", void**, __xmlStructuredErrorContext, (), ())
