# Scores the line of pairs.txt, "REF HYP", that this task of a Slurm job array has.
read -r ref hyp < <(sed -n "${SLURM_ARRAY_TASK_ID}p" pairs.txt)
mkdir -p scores
mtgauge score "$ref" -i "$hyp" -m bleu chrf -f tsv -o "scores/$SLURM_ARRAY_TASK_ID.tsv"
