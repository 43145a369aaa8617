const MAX_CODE = 125;
/** What an exit code stands for where the program has found something, and has not failed. */
const FINDING =
  /\bdiffer|\bfound\b|\bmatch|\botherwise\b|\bselected\b|\bissues?\b|\bviolations?\b|\bwarnings?\b|\bvulnerab|\boutdated\b|\bwould\b|\bnot (?:formatted|equal|present|sorted)|\bunformatted\b|\bchanges?\b|\bdetected\b|\blint\b/i;
const FAILING =
  /\btrouble\b|\bfail|\binvalid\b|\busage\b|\babort|\binternal\b|\bfatal\b|\bcrash|\bbad\b|\bcannot\b|\bcould not\b|\bsyntax\b|\berror (?:occurred|occurs|in|while)|\bnot found\b|\bunable\b|\bmissing\b/i;

/** An option that takes the code of findings away tells that there is one. */
const WITHOUT_CODE =
  /\b(?:do not|don't|never) (?:return|exit with|set) (?:an? )?(?:non-?zero |error )*exit (?:code|status)s? (?:if|when|for) (?:there are )?(?:any )?(?:issues|errors|problems|violations|warnings|findings)\b/i;

/**
 * The exit codes beside 0 that a help describes as an answer: "Exit status is 0 if any line is selected, 1 otherwise".
 * What is described as a failure, or not at all, is none.
 */
export function findingCodes(help: string): number[] {
  if (WITHOUT_CODE.test(help.replace(/\s+/g, ' '))) return [1];
  const start = /\bexit (?:status|code)s?\b/i.exec(help)?.index;
  if (start === undefined) return [];
  const told = help.slice(start, start + 1_500).split(/\n\s*\n(?!\s*\d)/)[0] ?? '';
  const clauses = told
    .replace(/\s+/g, ' ')
    .matchAll(/(?<![\w.-])(\d{1,3})\s*(?:[:=–—-]\s*)?((?:(?![,;.]\s|\s\d{1,3}[\s:=])[^;]){3,120})/g);
  const codes = [...clauses].flatMap(([, code = '', meaning = '']) =>
    FINDING.test(meaning) && !FAILING.test(meaning) ? [Number(code)] : [],
  );
  return [...new Set(codes)].filter((code) => code > 0 && code <= MAX_CODE).sort((a, b) => a - b);
}
