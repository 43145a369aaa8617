/** What was noticed while a template was read. */
export class TemplateFindings {
  /** Against the target language: nothing could run this. */
  readonly syntax: string[] = [];
  /** Values that are still written in the legacy language. */
  readonly residue: string[] = [];
  /** Names in `<map:NAME>`: nobody has said what they are. */
  readonly placeholders: string[] = [];
  /** Every path and name the template mentions, in canonical form. */
  readonly mentioned = new Set<string>();
  /** The processors that give the value of a field. */
  readonly assigning: { readonly processor: string; readonly target: string }[] = [];
  readonly warnings = new Set<string>();
  /** Whether it finds or takes apart texts by a pattern. */
  usesPatterns = false;
}
