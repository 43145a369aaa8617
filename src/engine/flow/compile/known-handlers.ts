/** Handlers that rows may refer to, where they are known; unknown references are reported. */
export interface KnownHandlers {
  hasAction(name: string, method: string): boolean;
  hasRuleTask(name: string, method: string): boolean;
}
