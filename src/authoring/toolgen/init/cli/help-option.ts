/** An option as the help of a program describes it. */
export interface HelpOption {
  /** The long one where there is one. One that ends in `=` is written together with its value. */
  readonly flag: string;
  /** All of its flags, without `=`. */
  readonly names: readonly string[];
  /** What the help calls its value, as `COMMAND` or `<file>`; empty where it does not. */
  readonly placeholder: string;
  /** What turns it off. */
  readonly negatedFlag: string | undefined;
  /** Whether it takes a value: always, never, or only when one is given. */
  readonly value: 'none' | 'optional' | 'required';
  readonly isNumber: boolean;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly default: string | undefined;
  readonly description: string;
}
