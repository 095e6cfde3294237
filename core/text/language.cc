// The table of languages, and the parser of language names in data and options.
//
// The codes are those of ISO 639-1, ISO 639-2/B, ISO 639-3 and ISO 639-5 as of 2026; a later
// edition replaces the lists below.
#include "core/text/language.h"

#include <algorithm>
#include <array>
#include <vector>

namespace mtgauge {
namespace {

// Codes of ISO 639-1 and their equivalents in ISO 639-3.
constexpr std::string_view kTwoLetters =
    "aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara as:asm av:ava ay:aym az:aze ba:bak "
    "be:bel bg:bul bi:bis bm:bam bn:ben bo:bod br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre "
    "cs:ces cu:chu cv:chv cy:cym da:dan de:deu dv:div dz:dzo ee:ewe el:ell en:eng eo:epo es:spa "
    "et:est eu:eus fa:fas ff:ful fi:fin fj:fij fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg gn:grn "
    "gu:guj gv:glv ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:hye hz:her ia:ina id:ind "
    "ie:ile ig:ibo ii:iii ik:ipk io:ido is:isl it:ita iu:iku ja:jpn jv:jav ka:kat kg:kon ki:kik "
    "kj:kua kk:kaz kl:kal km:khm kn:kan ko:kor kr:kau ks:kas ku:kur kv:kom kw:cor ky:kir la:lat "
    "lb:ltz lg:lug li:lim ln:lin lo:lao lt:lit lu:lub lv:lav mg:mlg mh:mah mi:mri mk:mkd ml:mal "
    "mn:mon mr:mar ms:msa mt:mlt my:mya na:nau nb:nob nd:nde ne:nep ng:ndo nl:nld nn:nno no:nor "
    "nr:nbl nv:nav ny:nya oc:oci oj:oji om:orm or:ori os:oss pa:pan pi:pli pl:pol ps:pus pt:por "
    "qu:que rm:roh rn:run ro:ron ru:rus rw:kin sa:san sc:srd sd:snd se:sme sg:sag sh:hbs si:sin "
    "sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp ss:ssw st:sot su:sun sv:swe sw:swa ta:tam "
    "te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn to:ton tr:tur ts:tso tt:tat tw:twi ty:tah "
    "ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln wo:wol xh:xho yi:yid yo:yor za:zha "
    "zh:zho zu:zul ";

// Other codes in use for languages of ISO 639-1: those of ISO 639-2/B and withdrawn ones.
constexpr std::string_view kOtherCodes =
    "alb:sq arm:hy baq:eu bur:my chi:zh cz:cs cze:cs dut:nl fre:fr geo:ka ger:de gre:el ice:is "
    "in:id iw:he ji:yi jw:jv mac:mk mao:mi may:ms mo:ro per:fa rum:ro scc:sr scr:hr slo:sk tib:bo "
    "wel:cy ";

// Codes of ISO 639-3 and ISO 639-5, sorted, and ajp, which is withdrawn but used by FLORES-200.
constexpr std::string_view kThreeLetters =
    "aaaaabaacaadaaeaafaagaahaaiaakaalaanaaoaapaaqaaraasaataauaavaawaaxaazabaabbabcabdabeabfabgabha"
    "biabjabkablabmabnaboabpabqabrabsabtabuabvabwabxabyabzacaacbacdaceacfachaciackaclacmacnacpacqac"
    "racsactacuacvacwacxacyaczadaadbaddadeadfadgadhadiadjadladnadoadqadradsadtaduadwadxadyadzaeaaeb"
    "aecaedaeeaekaelaemaenaeqaeraesaeuaewaeyaezafaafbafdafeafgafhafiafkafnafoafpafrafsaftafuafzagaa"
    "gbagcagdageagfaggaghagiagjagkaglagmagnagoagqagragsagtaguagvagwagxagyagzahaahbahgahhahiahkahlah"
    "mahnahoahpahrahsahtaiaaibaicaidaieaifaigaihaiiaijaikailaimainaioaipaiqairaitaiwaixaiyajaajgaji"
    "ajnajpajsajuajwajzakaakbakcakdakeakfakgakhakiakjakkaklakmakoakpakqakraksaktakuakvakwakxakyakza"
    "laalcaldalealfalgalhalialjalkallalmalnaloalpalqalralsaltalualvalwalxalyalzamaambamcameamfamgam"
    "hamiamjamkamlammamnamoampamqamramsamtamuamvamwamxamyamzanaanbancandaneanfanganhanianjankanlanm"
    "annanoanpanqanransantanuanvanwanxanyanzaoaaobaocaodaoeaofaogaoiaojaokaolaomaonaoraosaotaouaoxa"
    "ozapaapbapcapdapeapfapgaphapiapjapkaplapmapnapoappapqaprapsaptapuapvapwapxapyapzaqaaqcaqdaqgaq"
    "kaqlaqmaqnaqpaqraqtaqzaraarbarcardareargarhariarjarkarlarnaroarparqarrarsartaruarvarwarxaryarz"
    "asaasbascaseasfasgashasiasjaskaslasmasnasoaspasqasrassastasuasvaswasxasyaszataatbatcatdateatga"
    "thatiatjatkatlatmatnatoatpatqatratsattatuatvatwatxatyatzauaaubaucaudaufaugauhauiaujaukaulaumau"
    "nauoaupauqaurausautauuauwauxauyauzavaavbavdaveaviavkavlavmavnavoavsavtavuavvawaawbawcawdaweawg"
    "awhawiawkawmawnawoawrawsawtawuawvawwawxawyaxbaxeaxgaxkaxlaxmaxxayaaybaycaydayeaygayhayiaykayla"
    "ymaynayoaypayqayraysaytayuayzazaazbazcazdazeazgazjazmaznazoaztazzbaababbacbadbaebafbagbahbaiba"
    "jbakbalbambanbaobapbarbasbatbaubavbawbaxbaybbabbbbbcbbdbbebbfbbgbbhbbibbjbbkbblbbmbbnbbobbpbbq"
    "bbrbbsbbtbbubbvbbwbbxbbybcabcbbccbcdbcebcfbcgbchbcibcjbckbclbcmbcnbcobcpbcqbcrbcsbctbcubcvbcwb"
    "cybczbdabdbbdcbddbdebdfbdgbdhbdibdjbdkbdlbdmbdnbdobdpbdqbdrbdsbdtbdubdvbdwbdxbdybdzbeabebbecbe"
    "dbeebefbegbehbeibejbekbelbembenbeobepbeqberbesbetbeubevbewbexbeybezbfabfbbfcbfdbfebffbfgbfhbfi"
    "bfjbfkbflbfmbfnbfobfpbfqbfrbfsbftbfubfwbfxbfybfzbgabgbbgcbgdbgebgfbggbgibgjbgkbglbgnbgobgpbgqb"
    "grbgsbgtbgubgvbgwbgxbgybgzbhabhbbhcbhdbhebhfbhgbhhbhibhjbhlbhmbhnbhobhpbhqbhrbhsbhtbhubhvbhwbh"
    "xbhybhzbiabibbidbiebifbigbihbikbilbimbinbiobipbiqbirbisbitbiubivbiwbixbiybizbjabjbbjcbjebjfbjg"
    "bjhbjibjjbjkbjlbjmbjnbjobjpbjrbjsbjtbjubjvbjwbjxbjybjzbkabkcbkdbkfbkgbkhbkibkjbkkbklbkmbknbkob"
    "kpbkqbkrbksbktbkubkvbkwbkxbkybkzblablbblcbldbleblfblhblibljblkbllblmblnbloblpblqblrblsbltblvbl"
    "wblxblyblzbmabmbbmcbmdbmebmfbmgbmhbmibmjbmkbmlbmmbmnbmobmpbmqbmrbmsbmtbmubmvbmwbmxbmzbnabnbbnc"
    "bndbnebnfbngbnibnjbnkbnlbnmbnnbnobnpbnqbnrbnsbntbnubnvbnwbnxbnybnzboabobbodboebofbogbohboibojb"
    "okbolbombonboobopboqborbosbotboubovbowboxboybozbpabpcbpdbpebpgbphbpibpjbpkbplbpmbpnbpobppbpqbp"
    "rbpsbptbpubpvbpwbpxbpybpzbqabqbbqcbqdbqfbqgbqhbqibqjbqkbqlbqmbqnbqobqpbqqbqrbqsbqtbqubqvbqwbqx"
    "bqybqzbrabrbbrcbrdbrebrfbrgbrhbribrjbrkbrlbrmbrnbrobrpbrqbrrbrsbrtbrubrvbrwbrxbrybrzbsabsbbscb"
    "sebsfbsgbshbsibsjbskbslbsmbsnbsobspbsqbsrbssbstbsubsvbswbsxbsybtabtcbtdbtebtfbtgbthbtibtjbtkbt"
    "mbtnbtobtpbtqbtrbtsbttbtubtvbtwbtxbtybtzbuabubbucbudbuebufbugbuhbuibujbukbulbumbunbuobupbuqbus"
    "butbuubuvbuwbuxbuybuzbvabvbbvcbvdbvebvfbvgbvhbvibvjbvkbvlbvmbvnbvobvpbvqbvrbvtbvubvvbvwbvxbvyb"
    "vzbwabwbbwcbwdbwebwfbwgbwhbwibwjbwkbwlbwmbwnbwobwpbwqbwrbwsbwtbwubwwbwxbwybwzbxabxbbxcbxdbxebx"
    "fbxgbxhbxibxjbxkbxlbxmbxnbxobxpbxqbxrbxsbxubxvbxwbxzbyabybbycbydbyebyfbygbyhbyibyjbykbylbymbyn"
    "byobypbyqbyrbysbytbyvbywbyxbyzbzabzbbzcbzdbzebzfbzgbzhbzibzjbzkbzlbzmbznbzobzpbzqbzrbzsbztbzub"
    "zvbzwbzxbzybzzcaacabcaccadcaecafcagcahcaicajcakcalcamcancaocapcaqcarcascatcaucavcawcaxcaycazcb"
    "acbbcbccbdcbgcbicbjcbkcblcbncbocbqcbrcbscbtcbucbvcbwcbycccccdcceccgcchccjcclccmccnccoccpccrccs"
    "cdacdccddcdecdfcdhcdicdjcdmcdncdocdrcdscdycdzceacebcegcekcelcencescetceycfacfdcfgcfmcgacgccggc"
    "gkchachbchcchdchechfchgchhchjchkchlchmchnchochpchqchrchtchuchvchwchxchychzciacibciccidciecihci"
    "kcimcincipcirciwciycjacjecjhcjicjkcjmcjncjocjpcjscjvcjyckbckhcklckmcknckockqckrckscktckuckvckx"
    "ckyckzclaclccldcleclhclicljclkcllclmcloclscltcluclwclycmacmccmecmgcmicmlcmmcmncmocmrcmscmtcnac"
    "nbcnccngcnhcnicnkcnlcnocnpcnqcnrcnscntcnucnwcnxcoacobcoccodcoecofcogcohcojcokcolcomconcoocopco"
    "qcorcoscotcoucovcowcoxcozcpacpbcpccpecpfcpgcpicpncpocppcpscpucpxcpycqdcracrbcrccrdcrecrfcrgcrh"
    "cricrjcrkcrlcrmcrncrocrpcrqcrrcrscrtcrvcrwcrxcrycrzcsacsbcsccsdcsecsfcsgcshcsicsjcskcslcsmcsnc"
    "socspcsqcsrcsscstcsucsvcswcsxcsycszctactcctdctectgcthctlctmctnctoctpctscttctuctyctzcuacubcuccu"
    "hcuicujcukculcuocupcuqcurcuscutcuucuvcuwcuxcuycvgcvncwacwbcwdcwecwgcwtcxhcyacybcymcyoczhczkczn"
    "czocztdaadacdaddaedagdahdaidajdakdaldamdandaodaqdardasdaudavdawdaxdaydazdbadbbdbddbedbfdbgdbid"
    "bjdbldbmdbndbodbpdbqdbrdbtdbudbvdbwdbydccdcrddadddddeddgddiddjddnddoddrddsddwdecdeddeedefdegde"
    "hdeideldemdendepdeqderdesdeudevdezdgadgbdgcdgddgedggdghdgidgkdgldgndgodgrdgsdgtdgwdgxdgzdhddhg"
    "dhidhldhmdhndhodhrdhsdhudhvdhwdhxdiadibdicdiddifdigdihdiidijdikdildimdindiodipdiqdirdisdiudivd"
    "iwdixdiydizdjadjbdjcdjddjedjfdjidjjdjkdjmdjndjodjrdjudjwdkadkgdkkdkrdksdkxdlgdlkdlmdlndmadmbdm"
    "cdmddmedmfdmgdmkdmldmmdmndmodmrdmsdmudmvdmwdmxdmydnadnddnedngdnidnjdnkdnndnodnrdntdnudnvdnwdny"
    "doadobdocdoedofdohdoidokdoldondoodopdoqdordosdotdovdowdoxdoydozdppdradrbdrcdrddredrgdridrldrnd"
    "rodrqdrsdrtdrudrydsbdsedshdsidskdsldsndsodsqdszdtadtbdtddthdtidtkdtmdtndtodtpdtrdtsdttdtudtydu"
    "adubducduedufdugduhduidukduldumdunduodupduqdurdusduuduvduwduxduyduzdvadwadwkdwrdwsdwudwwdwydwz"
    "dyadybdyddygdyidymdyndyodyrdyudyydzadzddzedzgdzldzndzoeaaebcebgebkeboebrebuecrecsecyeeeefaefee"
    "fiegaeglegmegoegxegyehsehueipeiteivejaekaekeekgekiekkeklekmekoekpekrekyeleelhelielkellelmeloel"
    "uelxemaembemeemgemiemkemmemnempemqemsemuemwemxemyemzenaenbencendenfengenhenlenmennenoenqenrenu"
    "envenwenxeotepiepoeraergerherierkeroerrerserterweseesgeshesieskeslesmesnesoesqessestesuesxesye"
    "tbetcethetnetoetretsettetuetxetzeudeuqeuseveevhevneweewoexteyaeyoezaezefaafabfadfaffagfahfaifa"
    "jfakfalfamfanfaofapfarfasfatfaufaxfayfazfblfcsferffiffmfgrfiafiefiffijfilfinfipfirfitfiufiwfkk"
    "fkvflaflhflifllflnflrflyfmpfmufnbfngfnifodfoifomfonforfosfoxfpefqsfrafrcfrdfrkfrmfrofrpfrqfrrf"
    "rsfrtfryfsefslfssfubfucfudfuefuffuhfuifujfulfumfunfuqfurfutfuufuvfuyfvrfwafwegaagabgacgadgaega"
    "fgaggahgaigajgakgalgamgangaogapgaqgargasgatgaugawgaxgaygazgbagbbgbdgbegbfgbggbhgbigbjgbkgblgbm"
    "gbngbogbpgbqgbrgbsgbugbvgbwgbxgbygbzgccgcdgcegcfgclgcngcrgctgdagdbgdcgddgdegdfgdggdhgdigdjgdkg"
    "dlgdmgdngdogdqgdrgdsgdtgdugdxgeagebgecgedgefgeggehgeigejgekgelgemgeqgesgevgewgexgeygezgfkgftgg"
    "aggbggdggegggggkgglggtgguggwghaghcgheghhghkghlghnghoghrghsghtgiagibgicgidgiegiggihgiigilgimgin"
    "gipgiqgirgisgitgiugiwgixgiygizgjkgjmgjngjrgjugkagkdgkegkngkogkpgkuglaglbglcgldgleglgglhgljglkg"
    "llgloglrgluglvglwglygmagmbgmdgmegmggmhgmlgmmgmngmqgmrgmugmvgmwgmxgmygmzgnagnbgncgndgnegnggnhgn"
    "ignjgnkgnlgnmgnngnognqgnrgntgnugnwgnzgoagobgocgodgoegofgoggohgoigojgokgolgomgongoogopgoqgorgos"
    "gotgougovgowgoxgoygozgpagpegpngqagqigqngqrgqugragrbgrcgrdgrggrhgrigrjgrkgrmgrngrogrqgrrgrsgrtg"
    "rugrvgrwgrxgrygrzgsegsggslgsmgsngsogspgssgswgtagtuguagubgucgudguegufgugguhguigujgukgulgumgungu"
    "ogupguqgurgusgutguuguwguxguzgvagvcgvegvfgvjgvlgvmgvngvogvpgvrgvsgvygwagwbgwcgwdgwegwfgwggwigwj"
    "gwmgwngwrgwtgwugwwgwxgxxgyagybgydgyegyfgyggyigylgymgyngyogyrgyygyzgzagzigznhaahabhachadhaehafh"
    "aghahhaihajhakhalhamhanhaohaphaqharhashathauhavhawhaxhayhazhbahbbhbnhbohbshbuhcahchhdnhdshdyhe"
    "ahebhedheghehheihemherhgmhgwhhihhrhhyhiahibhidhifhighihhiihijhikhilhinhiohirhithiwhixhjihkahke"
    "hkhhkkhknhkshlahlbhldhlehlthluhmahmbhmchmdhmehmfhmghmhhmihmjhmkhmlhmmhmnhmohmphmqhmrhmshmthmuh"
    "mvhmwhmxhmyhmzhnahndhnehnghnhhnihnjhnmhnnhnohnshnuhoahobhochodhoehohhoihojhokholhomhoohophorho"
    "shothovhowhoyhozhpohpshrahrchrehrkhrmhrohrphrthruhrvhrwhrxhrzhsbhshhslhsnhsshtihtohtshtuhtxhub"
    "huchudhuehufhughuhhuihujhukhulhumhunhuohuphuqhurhushuthuuhuvhuwhuxhuyhuzhvchvehvkhvnhvvhwahwch"
    "wohyahyehywhyxiaiianiaribaibbibdibeibgibhiblibmibniboibribuibyicaichiclicridaidbidciddideidiid"
    "oidridsidtiduifaifbifeiffifkifmifuifyigbigeiggigligmignigoigsigwihbihiihpihwiiiiiniirijcijeijj"
    "ijnijoijsikeikhikiikkiklikoikpikriksiktikuikvikwikxikzilailbileilgiliilkilmiloilpilsiluilvimai"
    "miimlimnimoimrimsimtimyinainbincindineinginhinjinlinminninoinpinsintinzioriouiowipiipkipoiquiq"
    "wiraireirhiriirkirniroirriruirxiryisaiscisdiseisgishisiiskislismisnisoisristisuisvitaitbitcitd"
    "iteitiitkitlitmitoitritsittitvitwitxityitziumivbivviwkiwmiwoiwsixcixliyaiyoiyxizhizmizrizzjaaj"
    "abjacjadjaejafjahjajjakjaljamjanjaojaqjasjatjaujavjaxjayjazjbejbijbjjbkjbmjbnjbojbrjbtjbujbwjc"
    "sjctjdajdgjdtjebjeejehjeijekjeljenjerjetjeujgbjgejgkjgojhijhsjiajibjicjidjiejigjihjiijiljimjio"
    "jiqjitjiujivjiyjjejjrjkajkmjkojkpjkrjksjkujlejlsjmajmbjmcjmdjmijmljmnjmrjmsjmwjmxjnajndjngjnij"
    "njjnljnsjobjodjogjorjosjowjpajpnjprjpxjqrjrajrbjrrjrtjrujsljuajubjucjudjuhjuijukjuljumjunjuoju"
    "pjurjusjutjuujuwjuyjvdjvnjwijyajyejyykaakabkackadkaekafkagkahkaikajkakkalkamkankaokapkaqkarkas"
    "katkaukavkawkaxkaykazkbakbbkbckbdkbekbgkbhkbikbjkbkkblkbmkbnkbokbpkbqkbrkbskbtkbukbvkbwkbxkbyk"
    "bzkcakcbkcckcdkcekcfkcgkchkcikcjkckkclkcmkcnkcokcpkcqkcrkcskctkcukcvkcwkcxkcykczkdakdckddkdekd"
    "fkdgkdhkdikdjkdkkdlkdmkdnkdokdpkdqkdrkdtkdukdwkdxkdykdzkeakebkeckedkeekefkegkehkeikejkekkelkem"
    "kenkeokepkeqkerkesketkeukevkewkexkeykezkfakfbkfckfdkfekffkfgkfhkfikfjkfkkflkfmkfnkfokfpkfqkfrk"
    "fskftkfukfvkfwkfxkfykfzkgakgbkgekgfkggkgikgjkgkkglkgnkgokgpkgqkgrkgskgtkgukgvkgwkgxkgykhakhbkh"
    "ckhdkhekhfkhgkhhkhikhjkhkkhlkhmkhnkhokhpkhqkhrkhskhtkhukhvkhwkhxkhykhzkiakibkickidkiekifkigkih"
    "kiikijkikkilkimkinkiokipkiqkirkiskitkiukivkiwkixkiykizkjakjbkjckjdkjekjgkjhkjikjjkjkkjlkjmkjnk"
    "jokjpkjqkjrkjskjtkjukjvkjxkjykjzkkakkbkkckkdkkekkfkkgkkhkkikkjkkkkklkkmkknkkokkpkkqkkrkkskktkk"
    "ukkvkkwkkxkkykkzklaklbklckldkleklfklgklhklikljklkkllklmklnkloklpklqklrklskltkluklvklwklxklyklz"
    "kmakmbkmckmdkmekmfkmgkmhkmikmjkmkkmlkmmkmnkmokmpkmqkmrkmskmtkmukmvkmwkmxkmykmzknaknbknckndknek"
    "nfkngkniknjknkknlknmknnknoknpknqknrknskntknuknvknwknxknyknzkoakockodkoekofkogkohkoikokkolkomko"
    "nkookopkoqkorkoskotkoukovkowkoykozkpakpbkpckpdkpekpfkpgkphkpikpjkpkkplkpmkpnkpokpqkprkpskptkpu"
    "kpvkpwkpxkpykpzkqakqbkqckqdkqekqfkqgkqhkqikqjkqkkqlkqmkqnkqokqpkqqkqrkqskqtkqukqvkqwkqxkqykqzk"
    "rakrbkrckrdkrekrfkrhkrikrjkrkkrlkrnkrokrpkrrkrskrtkrukrvkrwkrxkrykrzksbkscksdkseksfksgkshksiks"
    "jkskkslksmksnksokspksqksrksskstksuksvkswksxksykszktaktbktcktdktektfktgkthktiktjktkktlktmktnkto"
    "ktpktqktskttktuktvktwktxktyktzkuakubkuckudkuekufkugkuhkuikujkukkulkumkunkuokupkuqkurkuskutkuuk"
    "uvkuwkuxkuykuzkvakvbkvckvdkvekvfkvgkvhkvikvjkvkkvlkvmkvnkvokvpkvqkvrkvtkvukvvkvwkvxkvykvzkwakw"
    "bkwckwdkwekwfkwgkwhkwikwjkwkkwlkwmkwnkwokwpkwrkwskwtkwukwvkwwkwxkwykwzkxakxbkxckxdkxfkxhkxikxj"
    "kxkkxmkxnkxokxpkxqkxrkxskxtkxvkxwkxxkxykxzkyakybkyckydkyekyfkygkyhkyikyjkykkylkymkynkyokypkyqk"
    "yrkyskytkyukyvkywkyxkyykyzkzakzbkzckzdkzekzfkzgkzikzkkzlkzmkznkzokzpkzqkzrkzskzukzvkzwkzxkzykz"
    "zlaalablacladlaelaflaglahlailajlallamlanlaolaplaqlarlaslatlaulavlawlaxlaylazlbblbclbelbflbglbi"
    "lbjlbklbllbmlbnlbolbqlbrlbslbtlbulbvlbwlbxlbylbzlcclcdlcelcflchlcllcmlcplcqlcsldaldblddldgldhl"
    "dildjldkldlldmldnldoldpldqlealeblecledleeleflehleilejleklellemlenleolepleqlerlesletleulevlewle"
    "xleylezlfalfnlgalgblgglghlgilgklgllgmlgnlgolgqlgrlgslgtlgulgzlhalhhlhilhllhmlhnlhplhslhtlhulia"
    "libliclidlielifliglihlijliklillimlinliolipliqlirlislitliulivliwlixliylizljaljeljiljlljpljwljxl"
    "kalkblkclkdlkelkhlkilkjlkllkmlknlkolkrlkslktlkulkyllallbllclldllellfllgllhllilljllklllllmllnll"
    "pllqllsllullxlmalmblmclmdlmelmflmglmhlmilmjlmklmllmnlmolmplmqlmrlmulmvlmwlmxlmylnalnblndlnglnh"
    "lnilnjlnllnmlnnlnslnulnwlnzloaloblocloelofloglohloilojloklollomlonlooloploqlorloslotloulovlowl"
    "oxloylozlpalpelpnlpolpxlqrlralrclrelrglrilrklrllrmlrnlrolrrlrtlrvlrzlsalsblsclsdlselshlsilslls"
    "mlsnlsolsplsrlsslstlsvlswlsyltcltglthltiltnltoltsltultzlualublucludlueluflugluhluilujluklullum"
    "lunluolupluqlurluslutluuluvluwluyluzlvalvilvklvllvslvulwalwelwglwhlwllwmlwolwslwtlwulwwlxmlyal"
    "yglynlzhlzllznlzzmaamabmadmaemafmagmahmaimajmakmalmammanmapmaqmarmasmatmaumavmawmaxmazmbambbmb"
    "cmbdmbembfmbhmbimbjmbkmblmbmmbnmbombpmbqmbrmbsmbtmbumbvmbwmbxmbymbzmcamcbmccmcdmcemcfmcgmchmci"
    "mcjmckmclmcmmcnmcomcpmcqmcrmcsmctmcumcvmcwmcxmcymczmdamdbmdcmddmdemdfmdgmdhmdimdjmdkmdlmdmmdnm"
    "dpmdqmdrmdsmdtmdumdvmdwmdxmdymdzmeamebmecmedmeemefmehmeimejmekmelmemmenmeomepmeqmermesmetmeume"
    "vmewmeymezmfamfbmfcmfdmfemffmfgmfhmfimfjmfkmflmfmmfnmfomfpmfqmfrmfsmftmfumfvmfwmfxmfymfzmgamgb"
    "mgcmgdmgemgfmggmghmgimgjmgkmglmgmmgnmgomgpmgqmgrmgsmgtmgumgvmgwmgymgzmhamhbmhcmhdmhemhfmhgmhim"
    "hjmhkmhlmhmmhnmhomhpmhqmhrmhsmhtmhumhwmhxmhymhzmiamibmicmidmiemifmigmihmiimijmikmilmimminmiomi"
    "pmiqmirmismitmiumiwmixmiymizmjbmjcmjdmjemjgmjhmjimjjmjkmjlmjmmjnmjomjpmjqmjrmjsmjtmjumjvmjwmjx"
    "mjymjzmkamkbmkcmkdmkemkfmkgmkhmkimkjmkkmklmkmmknmkomkpmkqmkrmksmktmkumkvmkwmkxmkymkzmlamlbmlcm"
    "lemlfmlgmlhmlimljmlkmllmlmmlnmlomlpmlqmlrmlsmltmlumlvmlwmlxmlzmmammbmmcmmdmmemmfmmgmmhmmimmjmm"
    "kmmlmmmmmnmmommpmmqmmrmmtmmummvmmwmmxmmymmzmnamnbmncmndmnemnfmngmnhmnimnjmnkmnlmnmmnnmnomnpmnq"
    "mnrmnsmnumnvmnwmnxmnymnzmoamocmodmoemogmohmoimojmokmommonmoomopmoqmormosmotmoumovmowmoxmoymozm"
    "pampbmpcmpdmpempgmphmpimpjmpkmplmpmmpnmpomppmpqmprmpsmptmpumpvmpwmpxmpympzmqamqbmqcmqemqfmqgmq"
    "hmqimqjmqkmqlmqmmqnmqomqpmqqmqrmqsmqtmqumqvmqwmqxmqymqzmramrbmrcmrdmremrfmrgmrhmrimrjmrkmrlmrm"
    "mrnmromrpmrqmrrmrsmrtmrumrvmrwmrxmrymrzmsamsbmscmsdmsemsfmsgmshmsimsjmskmslmsmmsnmsomspmsqmsrm"
    "ssmsumsvmswmsxmsymszmtamtbmtcmtdmtemtfmtgmthmtimtjmtkmtlmtmmtnmtomtpmtqmtrmtsmttmtumtvmtwmtxmt"
    "ymuamubmucmudmuemugmuhmuimujmukmulmummunmuomupmuqmurmusmutmuumuvmuxmuymuzmvamvbmvdmvemvfmvgmvh"
    "mvimvkmvlmvnmvomvpmvqmvrmvsmvtmvumvvmvwmvxmvymvzmwamwbmwcmwemwfmwgmwhmwimwkmwlmwmmwnmwomwpmwqm"
    "wrmwsmwtmwumwvmwwmwzmxamxbmxcmxdmxemxfmxgmxhmximxjmxkmxlmxmmxnmxomxpmxqmxrmxsmxtmxumxvmxwmxxmx"
    "ymxzmyamybmycmyemyfmygmyhmyjmykmylmymmynmyomypmyrmysmyumyvmywmyxmyymyzmzamzbmzcmzdmzemzgmzhmzi"
    "mzjmzkmzlmzmmznmzomzpmzqmzrmzsmztmzumzvmzwmzxmzymzznaanabnacnaenafnagnahnainajnaknalnamnannaon"
    "apnaqnarnasnatnaunavnawnaxnaynaznbanbbnbcnbdnbenbgnbhnbinbjnbknblnbmnbnnbonbpnbqnbrnbsnbtnbunb"
    "vnbwnbyncancbnccncdncencfncgnchncincjncknclncmncnnconcqncrncsnctncuncxnczndandbndcnddndendfndg"
    "ndhndindjndkndlndmndnndondpndqndrndsndtndundvndwndxndyndzneanebnecnedneenefnegnehneinejneknemn"
    "enneonepneqnernesnetneunevnewnexneyneznfanfdnflnfrnfungangbngcngdngengfnggnghngingjngknglngmng"
    "nngpngqngrngsngtngungvngwngxngyngznhanhbnhcnhdnhenhfnhgnhhnhinhknhmnhnnhonhpnhqnhrnhtnhunhvnhw"
    "nhxnhynhznianibnicnidnienifnignihniinijniknilnimninnioniqnirnisnitniunivniwnixniyniznjanjbnjdn"
    "jhnjinjjnjlnjmnjnnjonjrnjsnjtnjunjxnjynjznkankbnkcnkdnkenkfnkgnkhnkinkjnkknkmnknnkonkpnkqnkrnk"
    "snktnkunkvnkwnkxnkznlanlcnldnlenlgnlinljnlknllnlmnlonlqnlunlvnlwnlxnlynlznmanmbnmcnmdnmenmfnmg"
    "nmhnminmjnmknmlnmmnmnnmonmpnmqnmrnmsnmtnmunmvnmwnmxnmynmznnannbnncnndnnennfnngnnhnninnjnnknnln"
    "nmnnnnnonnpnnqnnrnntnnunnvnnwnnynnznoanobnocnodnoenofnognohnoinojnoknolnonnopnoqnornosnotnouno"
    "vnownoynoznpanpbnpgnphnpinplnpnnponpsnpunpxnpynqgnqknqlnqmnqnnqonqqnqtnqynranrbnrcnrenrfnrgnri"
    "nrknrlnrmnrnnrpnrrnrtnrunrxnrznsansbnscnsdnsensfnsgnshnsinsknslnsmnsnnsonspnsqnsrnssnstnsunsvn"
    "swnsxnsynszntdntgntintjntkntmntontpntrntuntwntxntyntznuanubnucnudnuenufnugnuhnuinujnuknulnumnu"
    "nnuonupnuqnurnusnutnuunuvnuwnuxnuynuznvhnvmnvonwanwbnwcnwenwgnwinwmnwonwrnwwnwxnwynxanxdnxenxg"
    "nxinxknxlnxmnxnnxonxqnxrnxxnyanybnycnydnyenyfnygnyhnyinyjnyknylnymnynnyonypnyqnyrnysnytnyunyvn"
    "ywnyxnyynzanzbnzdnzinzknzmnzrnzsnzunzynzzoaaoacoakoaroavobiobkoblobmoboobrobtobuocaochociocmoc"
    "oocuodaodkodtoduofoofsofuogbogcogeoggogooguohtohuoiaoieoinojbojcojgojiojpojsojvojwokaokbokcokd"
    "okeokgokhokiokjokkoklokmoknokookroksokuokvokxokzolaoldoleolkolmoloolroltoluomaombomcomgomiomko"
    "mlomnomoompomqomromtomuomvomwomxomyonaonboneongonionjonkonnonoonponronsontonuonwonxoodoogoonoo"
    "roosopaopkopmopooptopyoraorcoreorgorhoriormornoroorrorsortoruorvorworxoryorzosaoscosiosnosoosp"
    "ossostosuosxotaotbotdoteotiotkotlotmotnotootqotrotsottotuotwotxotyotzouaouboueouioumovdowiowlo"
    "yboydoymoyyozmpaapabpacpadpaepafpagpahpaipakpalpampanpaopappaqparpaspaupavpawpaxpaypazpbbpbcpb"
    "epbfpbgpbhpbipblpbmpbnpbopbppbrpbspbtpbupbvpbypcapcbpccpcdpcepcfpcgpchpcipcjpckpclpcmpcnpcppcw"
    "pdapdcpdipdnpdopdtpdupeapebpedpeepefpegpehpeipejpekpelpempeopeppeqpespevpexpeypezpfapfepflpgap"
    "gdpggpgipgkpglpgnpgspgupgzphaphdphgphhphiphjphkphlphmphnphophqphrphtphuphvphwpiapibpicpidpiepi"
    "fpigpihpijpilpimpinpiopippirpispitpiupivpiwpixpiypizpjtpkapkbpkcpkgpkhpknpkopkppkrpkspktpkupla"
    "plbplcpldpleplfplgplhpliplkpllplnploplqplrplspltpluplvplwplyplzpmapmbpmdpmepmfpmhpmipmjpmlpmmp"
    "mnpmopmqpmrpmspmtpmwpmxpmypmzpnapnbpncpndpnepngpnhpnipnjpnkpnlpnmpnnpnopnppnqpnrpnspntpnupnvpn"
    "wpnxpnypnzpocpoepofpogpohpoipokpolpomponpoopoppoqporpospotpovpowpoxpoypozppeppippkpplppmppnppo"
    "pppppqppspptppupqapqepqmpqwpraprcprdpreprfprgprhpriprkprlprmprnproprqprrprsprtpruprwprxprzpsap"
    "scpsdpsepsgpshpsipslpsmpsnpsopsppsqpsrpsspstpsupswpsyptapthptiptnptoptpptqptrpttptuptvptwptypu"
    "apubpucpudpuepufpugpuipujpumpuopuppuqpurpusputpuupuwpuxpuypwapwbpwgpwipwmpwnpwopwrpwwpxmpyepym"
    "pynpyspyupyxpyypzepzhpznquaqubqucqudquequfqugquhquiqukqulqumqunqupquqqurqusquvquwquxquyquzqvaq"
    "vcqveqvhqviqvjqvlqvmqvnqvoqvpqvsqvwqvyqvzqwaqwcqweqwhqwmqwsqwtqxaqxcqxhqxlqxnqxoqxpqxqqxrqxsqx"
    "tqxuqxwqyaqypraarabracradrafragrahrairajrakralramranraorapraqrarrasratrauravrawraxrayrazrbbrbk"
    "rblrbprcfrdbrearebreeregreirejrelremrenrerresretreyrgargergkrgnrgrrgsrgurhgrhpriaribrifrilrimr"
    "inrirritriurjgrjirjsrkarkbrkhrkirkmrktrkwrmarmbrmcrmdrmermfrmgrmhrmirmkrmlrmmrmnrmormprmqrmsrm"
    "trmurmvrmwrmxrmyrmzrnbrndrngrnlrnnrnprnrrnwroarobrocrodroerofrogrohrolromronrooroprorrourowrpn"
    "rptrrirrmrrorrtrsbrskrslrsmrsnrswrtcrthrtmrtsrtwrubrucruerufrugruhruirukrunruorupruqrusrutruur"
    "uyruzrwarwkrwlrwmrworwrrxdrxwrynrysryurzhsaasabsacsadsaesafsagsahsaisajsaksalsamsansaosaqsarsa"
    "ssatsausavsawsaxsaysazsbasbbsbcsbdsbesbfsbgsbhsbisbjsbksblsbmsbnsbosbpsbqsbrsbssbtsbusbvsbwsbx"
    "sbysbzscbscescfscgschsciscksclscnscoscpscqscssctscuscvscwscxsdasdbsdcsdesdfsdgsdhsdjsdksdlsdns"
    "dosdpsdqsdrsdssdtsdusdvsdxsdzseasebsecsedseesefsegsehseisejsekselsemsenseosepseqsersessetseuse"
    "vsewseysezsfbsfesfmsfssfwsgasgbsgcsgdsgesggsghsgisgjsgksgmsgnsgpsgrsgssgtsgusgwsgxsgysgzshashb"
    "shcshdsheshgshhshishjshkshlshmshnshoshpshqshrshsshtshushvshwshxshyshzsiasibsidsiesifsigsihsiis"
    "ijsiksilsimsinsiosipsiqsirsissitsiusivsiwsixsiysizsjasjbsjcsjdsjesjgsjksjlsjmsjnsjosjpsjrsjssj"
    "tsjusjwskaskbskcskdskeskfskgskhskiskjskmsknskoskpskqskrskssktskuskvskwskxskyskzslaslcsldsleslf"
    "slgslhslisljslksllslmslnslpslrslssltsluslvslwslxslyslzsmasmbsmcsmesmfsmgsmhsmismjsmksmlsmmsmns"
    "mosmpsmqsmrsmssmtsmusmvsmwsmxsmysmzsnasncsndsnesnfsngsnisnjsnksnlsnmsnnsnosnpsnqsnrsnssnusnvsn"
    "wsnxsnysnzsoasobsocsodsoesogsohsoisojsoksolsomsonsoosopsoqsorsossotsousovsowsoxsoysozspaspbspc"
    "spdspespgspispksplspmspnsposppspqsprspssptspuspvspxspysqasqhsqisqjsqksqmsqnsqosqqsqrsqssqtsqus"
    "qxsrasrbsrcsrdsresrfsrgsrhsrisrksrlsrmsrnsrosrpsrqsrrsrssrtsrusrvsrwsrxsrysrzssassbsscssdssess"
    "fssgsshssissjssksslssmssnssosspssqssrssssstssussvsswssxssysszstastbstdstestfstgsthstistjstkstl"
    "stmstnstostpstqstrstssttstustvstwstysuasubsucsuesugsuisujsuksunsuosuqsursussutsuvsuwsuxsuysuzs"
    "vasvbsvcsvesvksvmsvssvxswaswbswcsweswfswgswhswiswjswkswlswmswnswoswpswqswrswsswtswuswvswwswxsw"
    "ysxbsxcsxesxgsxksxlsxmsxnsxosxrsxssxusxwsyasybsycsydsyisyksylsymsynsyosyrsyssywsyxsyyszaszbszc"
    "szeszgszlsznszpszsszvszwszytaatabtactadtaetaftagtahtaitajtaktaltamtantaotaptaqtartastattautavt"
    "awtaxtaytaztbatbctbdtbetbftbgtbhtbitbjtbktbltbmtbntbotbptbqtbrtbstbttbutbvtbwtbxtbytbztcatcbtc"
    "ctcdtcetcftcgtchtcitcktcltcmtcntcotcptcqtcstcttcutcwtcxtcytcztdatdbtdctddtdetdftdgtdhtditdjtdk"
    "tdltdmtdntdotdqtdrtdstdttdvtdxtdyteatebtectedteeteftegtehteitekteltemtenteotepteqtertestetteut"
    "evtewtexteyteztfitfntfotfrtfttgatgbtgctgdtgetgftghtgitgjtgktgltgntgotgptgqtgrtgstgttgutgvtgwtg"
    "xtgytgzthathdthethfthhthithkthlthmthnthpthqthrthsthtthuthvthythztiatictiftigtihtiitijtiktiltim"
    "tintiotiptiqtirtistittiutivtiwtixtiytiztjatjgtjitjjtjltjmtjntjotjptjstjutjwtkatkbtkdtketkftkgt"
    "kltkmtkntkptkqtkrtkstkttkutkvtkwtkxtkztlatlbtlctldtlftlgtlhtlitljtlktlltlmtlntlotlptlqtlrtlstl"
    "ttlutlvtlxtlytmatmbtmctmdtmetmftmgtmhtmitmjtmltmmtmntmotmqtmrtmstmttmutmvtmwtmytmztnatnbtnctnd"
    "tngtnhtnitnktnltnmtnntnotnptnqtnrtnstnttnutnvtnwtnxtnytnztobtoctodtoftogtohtoitojtoktoltomtont"
    "ootoptoqtortostoutovtowtoxtoytoztpatpctpetpftpgtpitpjtpktpltpmtpntpotpptpqtprtpttputpvtpxtpytp"
    "ztqbtqltqmtqntqotqptqqtqrtqttqutqwtratrbtrctrdtretrftrgtrhtritrjtrktrltrmtrntrotrptrqtrrtrstrt"
    "trutrvtrwtrxtrytrztsatsbtsctsdtsetsgtshtsitsjtsktsltsmtsntsotsptsqtsrtsststtsutsvtswtsxtsytszt"
    "tattbttcttdttettfttgtthttittjttkttlttmttnttottpttqttrttstttttuttvttwttyttztuatubtuctudtuetuftu"
    "gtuhtuitujtuktultumtuntuotuptuqturtustuttuutuvtuwtuxtuytuztvatvdtvetvitvktvltvmtvntvotvstvttvu"
    "tvwtvxtvytwatwbtwctwdtwetwftwgtwhtwitwltwmtwntwotwptwqtwrtwttwutwwtwxtwytxatxbtxctxetxgtxhtxit"
    "xjtxmtxntxotxqtxrtxstxttxutxxtxytyatyetyhtyityjtyltyntyptyrtystyttyutyvtyxtyytyztzatzhtzjtzltz"
    "mtzntzotzxuamuanuarubaubiublubrubuubyudaudeudgudiudjudludmuduuesufiugaugbugeughugnugougyuhauhn"
    "uiguisuivujiukaukgukhukiukkuklukpukqukruksukuukvukwukyulaulbulculeulfuliulkullulmulnuluulwulyu"
    "maumbumcumdumgumiummumnumoumpumrumsumuunaunduneunguniunkunmunnunrunuunxunzuonupiupvuraurburcur"
    "dureurfurgurhuriurjurkurlurmurnurourpurrurturuurvurwurxuryurzusaushusiuskuspussusuutauteuthutp"
    "utrutuuumuuruuuuveuvhuvluwauyauzbuznuzsvaavaevafvagvahvaivajvalvamvanvaovapvarvasvauvavvayvbbv"
    "bkvecvedvelvemvenveovepvervgrvgtvicvidvievifvigvilvinvisvitvivvjkvkavkjvkkvklvkmvknvkovkpvktvk"
    "uvkzvlpvlsvmavmbvmcvmdvmevmfvmgvmhvmivmjvmkvmlvmmvmpvmqvmrvmsvmuvmvvmwvmxvmyvmzvnkvnmvnpvolvor"
    "votvravrovrsvrtvsivslvsnvsvvtovumvunvutvwawaawabwacwadwaewafwagwahwaiwajwakwalwamwanwaowapwaqw"
    "arwaswatwauwavwawwaxwaywazwbawbbwbewbfwbhwbiwbjwbkwblwbmwbpwbqwbrwbswbtwbvwbwwcawciwddwdgwdjwd"
    "kwdtwduwdyweawecwedwegwehweiwemwenweowepwerweswetweuwewwfgwgawgbwggwgiwgowguwgywhawhgwhkwhuwib"
    "wicwiewifwigwihwiiwijwikwilwimwinwirwiuwivwiywjawjiwkawkbwkdwklwkrwkuwkwwkywlawlcwlewlgwlhwliw"
    "lkwllwlmwlnwlowlrwlswluwlvwlwwlxwlywmawmbwmcwmdwmewmgwmhwmiwmmwmnwmowmswmtwmwwmxwnbwncwndwnewn"
    "gwniwnkwnmwnnwnownpwnuwnwwnywoawobwocwodwoewofwogwoiwokwolwomwonwooworwoswowwoywpcwrbwrgwrhwri"
    "wrkwrlwrmwrnwrowrpwrrwrswruwrvwrwwrxwrywrzwsawsgwsiwskwsrwsswsuwsvwtbwtfwthwtiwtkwtmwtwwuawubw"
    "udwuhwulwumwunwurwutwuuwuvwuxwuywwawwbwwowwrwwwwxawxwwybwyiwymwynwyrwyyxaaxabxacxadxaexagxaixa"
    "jxakxalxamxanxaoxapxaqxarxasxatxauxavxawxayxbbxbcxbdxbexbgxbixbjxbmxbnxboxbpxbrxbwxbyxcbxccxce"
    "xcgxchxclxcmxcnxcoxcrxctxcuxcvxcwxcyxdaxdcxdkxdmxdoxdqxdyxebxedxegxelxemxepxerxesxetxeuxfaxgax"
    "gbxgdxgfxggxgixglxgmxgnxgrxguxgwxhaxhcxhdxhexhmxhoxhrxhtxhuxhvxibxiixilxinxirxisxivxiyxjbxjtxk"
    "axkbxkcxkdxkexkfxkgxkixkjxkkxklxknxkoxkpxkqxkrxksxktxkuxkvxkwxkxxkyxkzxlaxlbxlcxldxlexlgxlixln"
    "xloxlpxlsxluxlyxmaxmbxmcxmdxmexmfxmgxmhxmjxmkxmlxmmxmnxmoxmpxmqxmrxmsxmtxmuxmvxmwxmxxmyxmzxnax"
    "nbxndxngxnhxnixnjxnkxnmxnnxnoxnqxnrxnsxntxnuxnyxnzxocxodxogxoixokxomxonxooxopxorxowxpaxpbxpcxp"
    "dxpexpfxpgxphxpixpjxpkxplxpmxpnxpoxppxpqxprxpsxptxpuxpvxpwxpxxpyxpzxqaxqtxraxrbxrdxrexrgxrixrm"
    "xrnxrrxrtxruxrwxsaxsbxscxsdxsexshxsixsjxslxsmxsnxsoxspxsqxsrxsuxsvxsyxtaxtbxtcxtdxtextgxthxtix"
    "tjxtlxtmxtnxtoxtpxtqxtrxtsxttxtuxtvxtwxtyxuaxubxudxugxujxulxumxunxuoxupxurxutxuuxvexvixvnxvoxv"
    "sxwaxwcxwdxwexwgxwjxwkxwlxwoxwrxwtxwwxxbxxkxxmxxrxxtxyaxybxyjxykxylxytxyyxzhxzmxzpyaayabyacyad"
    "yaeyafyagyahyaiyajyakyalyamyanyaoyapyaqyaryasyatyauyavyawyaxyayyazybaybbybeybhybiybjybkyblybmy"
    "bnyboybxybyychyclycnycpycrydayddydeydgydkyeayecyeeyeiyejyelyeryesyetyeuyevyeyygaygiyglygmygpyg"
    "rygsyguygwyhayhdyhlyhsyiayidyifyigyihyiiyijyikyilyimyinyipyiqyiryisyityiuyivyixyizykaykgykhyki"
    "ykkyklykmyknykoykryktykuykyylaylbyleylgyliyllylmylnyloylryluylyymbymcymdymeymgymhymiymkymlymmy"
    "mnymoympymqymrymsymxymzynaynbyndyneyngynkynlynnynoynqynsynuyobyogyoiyokyolyomyonyoryotyoxyoyyp"
    "aypbypgyphypkypmypnypoyppypzyrayrbyreyrkyrlyrmyrnyroyrsyrwyryyscysdysgyslysmysnysoyspysryssysy"
    "ytaytlytpytwytyyuayubyucyudyueyufyugyuiyujyukyulyumyunyupyuqyuryutyuwyuxyuyyuzyvayvtywaywgywly"
    "wnywqywrywtywuywwyxayxgyxlyxmyxuyxyyyryyuyyzyzgyzkzaazabzaczadzaezafzagzahzaizajzakzalzamzaoza"
    "pzaqzarzaszatzauzavzawzaxzayzazzbazbczbezblzbtzbuzbwzcazcdzchzdjzeazegzehzemzenzgazgbzghzgmzgn"
    "zgrzhazhbzhdzhizhnzhozhwzhxziazibzikzilzimzinziwzizzkazkdzkgzkhzkkzknzkozkpzkrzktzkuzkvzkzzlaz"
    "lezljzlmzlnzlqzlszluzlwzmazmbzmczmdzmezmfzmgzmhzmizmjzmkzmlzmmzmnzmozmpzmqzmrzmszmtzmuzmvzmwzm"
    "xzmyzmzznazndznezngznkznszoczohzomzoozoqzorzoszpazpbzpczpdzpezpfzpgzphzpizpjzpkzplzpmzpnzpozpp"
    "zpqzprzpszptzpuzpvzpwzpxzpyzpzzqezrazrgzrnzrozrpzrszsazskzslzsmzsrzsuzteztgztlztmztnztpztqztsz"
    "ttztuztxztyzuhzulzumzunzuyzwazxxzybzygzyjzynzypzzazzj";

// Codes of ISO 3166-1.
constexpr std::string_view kRegions =
    "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br "
    "bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz "
    "ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw "
    "gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky "
    "kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv "
    "mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py "
    "qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg "
    "th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm "
    "zw ";

// The languages that 13a does not suit. sacreBLEU chooses these tokenizers for "zh", "ja" and "ko".
struct TokenizerOfLanguages {
  std::string_view tokenizer;
  std::string_view codes;  // in ISO 639-3; Chinese is a group of languages
};
constexpr TokenizerOfLanguages kTokenizers[] = {
    {"zh", "zho cdo cjy cmn cnp cpx csp czh czo gan hak hnm hsn lzh luh mnp nan sjc wuu yue"},
    {"ja-mecab", "jpn"},
    {"ko-mecab", "kor"},
};

// Regions whose codes are also languages' codes, each after the language of the locale.
constexpr std::string_view kLocales[] = {"zh-tw", "zh-sg", "zh-mo", "ko-kr"};
// Country codes that are written by mistake for the language spoken there.
struct Mistake {
  std::string_view country, language;
  std::string_view spoken;  // languages after which the code is the country, as in "bo-CN"
};
constexpr Mistake kMistakes[] = {
    {"cn", "zh",
     "zh zho cmn yue wuu nan hak gan hsn bo bod ug uig mn mon za zha ii iii kk kaz ky kir"},
    {"jp", "ja", "ja jpn ain ryu"},
};

bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

template <typename Is>
bool All(std::string_view text, Is is) {
  return std::all_of(text.begin(), text.end(), is);
}

// Returns the value for "KEY:" in a list of such pairs; empty if there is none.
std::string_view FindIn(std::string_view list, std::string_view key) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    const std::string_view pair = list.substr(at, end - at);
    const size_t colon = pair.find(':');
    if (pair.substr(0, colon) == key) return pair.substr(colon + 1);
    at = end + 1;
  }
  return {};
}

// Returns whether a list of words separated by single spaces contains the word.
bool Lists(std::string_view list, std::string_view word) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

// Searches the list of codes, which has no separators.
bool IsThreeLetterCode(std::string_view code) {
  size_t low = 0, high = kThreeLetters.size() / 3;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = kThreeLetters.substr(3 * middle, 3).compare(code);
    if (order == 0) return true;
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  return false;
}

// Returns the language's code in ISO 639-3; empty if the code is unknown.
std::string_view CodeOf(std::string_view subtag) {
  if (subtag.size() != 2 && subtag.size() != 3) return {};
  if (const std::string_view two = FindIn(kOtherCodes, subtag); !two.empty()) subtag = two;
  if (subtag.size() == 2) return FindIn(kTwoLetters, subtag);
  return IsThreeLetterCode(subtag) ? subtag : std::string_view();
}

bool IsRegion(std::string_view subtag) {
  if (subtag.size() == 3) return All(subtag, IsDigit);
  return subtag.size() == 2 && Lists(kRegions, subtag);
}

// A part between hyphens and underscores, in lower case.
struct Subtag {
  char before;  // '-', '_', or 0 for the first
  std::string_view text;
  std::string_view written;
};

std::vector<Subtag> Split(std::string_view text, std::string_view written) {
  std::vector<Subtag> subtags;
  char before = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of("-_", at), text.size());
    subtags.push_back({before, text.substr(at, end - at), written.substr(at, end - at)});
    before = end < text.size() ? text[end] : '\0';
    at = end + 1;
  }
  return subtags;
}

// Returns the language that a country's code was written for; empty if there is none.
std::string_view LanguageMeant(std::string_view country, std::string_view before) {
  for (const Mistake& mistake : kMistakes) {
    if (country == mistake.country && !Lists(mistake.spoken, before)) return mistake.language;
  }
  return {};
}

// Returns whether a subtag begins the second language of a pair.
bool BeginsLanguage(const Subtag& first, const Subtag& subtag) {
  const std::string_view text = subtag.text;
  if (text.empty()) return true;  // a pair such as "en-", without its second language
  if ((text.size() != 2 && text.size() != 3) || !All(text, IsLetter)) return false;
  const std::string locale = std::string(first.text) + '-' + std::string(text);
  if (std::find(std::begin(kLocales), std::end(kLocales), locale) != std::end(kLocales)) {
    return false;
  }
  // "en_GB" has a region after the underscore; "en_zh" is a pair.
  if (subtag.before == '_') return !IsRegion(text) && !CodeOf(text).empty();
  return !IsRegion(text) || !CodeOf(text).empty() || !LanguageMeant(text, first.text).empty();
}

// Reads one language: its code and the subtags after it.
LanguageTag ReadTag(const std::vector<Subtag>& subtags, size_t begin, size_t end) {
  LanguageTag tag;
  tag.written = std::string(subtags[begin].written);
  tag.code = std::string(CodeOf(subtags[begin].text));
  if (tag.code.empty()) {
    tag.meant = std::string(LanguageMeant(subtags[begin].text, {}));
  }
  for (size_t i = begin + 1; i < end; ++i) {
    const std::string_view text = subtags[i].text;
    if (text.size() == 4 && All(text, IsLetter)) {
      tag.script = std::string(text);
    } else if (IsRegion(text)) {
      tag.region = std::string(text);
    } else if (!text.empty()) {
      tag.rest += (tag.rest.empty() ? "" : "_") + std::string(text);
    }
  }
  return tag;
}

}  // namespace

Languages ParseLanguages(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::vector<Subtag> subtags = Split(small, text);
  size_t second = 1;
  while (second < subtags.size() && !BeginsLanguage(subtags.front(), subtags[second])) ++second;
  // Names instead of codes, as in "en-german". A script has four letters.
  constexpr size_t kName = 5;
  if (second == subtags.size() && second > 1 && subtags[1].before == '-' &&
      (subtags[1].text.size() >= kName || CodeOf(subtags[0].text).empty())) {
    second = 1;
  }
  Languages languages;
  if (second == subtags.size()) {
    languages.target = ReadTag(subtags, 0, subtags.size());
  } else {
    languages.source = ReadTag(subtags, 0, second);
    languages.target = ReadTag(subtags, second, subtags.size());
  }
  return languages;
}

std::string Languages::Canonical() const {
  std::string all;
  for (const LanguageTag* tag : {source ? &*source : nullptr, &target}) {
    if (tag == nullptr) continue;
    all += (all.empty() ? "" : "-") + (tag->code.empty() ? tag->written : tag->code);
    for (const std::string* part : {&tag->script, &tag->region, &tag->rest}) {
      if (!part->empty()) all += '_' + *part;
    }
  }
  return all;
}

namespace {

// Members of language groups that FLORES names, each with the group whose code usually means it.
constexpr std::string_view kMembers =
    "cmn:zho arb:ara pes:fas lvs:lav ekk:est khk:mon uzn:uzb azj:aze als:sqi swh:swa zsm:msa npi:nep "
    "ory:ori plt:mlg quy:que gaz:orm ydd:yid kmr:kur gug:grn ayr:aym dik:din fuv:ful ";

std::string_view GroupOf(const LanguageTag& tag) {
  const std::string_view found = FindIn(kMembers, tag.code);
  return found.empty() ? std::string_view(tag.code) : found;
}

// Returns the script that is given, or for Chinese the one that the region implies.
std::string_view ScriptOf(const LanguageTag& tag) {
  if (!tag.script.empty() || tag.region.empty() || GroupOf(tag) != "zho") return tag.script;
  return Lists("hk mo tw", tag.region) ? "hant" : "hans";
}

// Returns whether both may be the same language: their scripts and regions do not contradict each
// other.
bool MayBeSame(const LanguageTag& a, const LanguageTag& b) {
  const auto agree = [](std::string_view x, std::string_view y) {
    return x.empty() || y.empty() || x == y;
  };
  return !a.code.empty() && GroupOf(a) == GroupOf(b) && agree(ScriptOf(a), ScriptOf(b)) &&
         agree(a.region, b.region) && a.rest == b.rest;
}

}  // namespace

bool IsSamePair(const std::string& a, const std::string& b) {
  return a == b || ParseLanguages(a).Canonical() == ParseLanguages(b).Canonical();
}

std::string MeantPair(const std::string& pair, const std::vector<std::string>& pairs) {
  const Languages meant = ParseLanguages(pair);
  std::vector<std::string> alike;
  for (const std::string& other : pairs) {
    if (IsSamePair(other, pair)) return other;
    const Languages languages = ParseLanguages(other);
    const bool same = meant.source && languages.source &&
                      MayBeSame(*languages.source, *meant.source) &&
                      MayBeSame(languages.target, meant.target);
    if (same) alike.push_back(other);
  }
  return alike.size() == 1 ? alike.front() : pair;
}

bool IsMeantPair(const std::string& a, const std::vector<std::string>& pairs_of_a,
                 const std::string& b, const std::vector<std::string>& pairs_of_b) {
  return IsSamePair(MeantPair(a, pairs_of_b), b) && IsSamePair(MeantPair(b, pairs_of_a), a);
}

std::string_view TokenizerForTarget(const LanguageTag& target) {
  if (target.script == "latn" || target.code.empty()) return "13a";
  for (const TokenizerOfLanguages& row : kTokenizers) {
    if (Lists(row.codes, target.code)) return row.tokenizer;
  }
  return "13a";
}

}  // namespace mtgauge
