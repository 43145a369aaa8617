import type { JsonObject } from '../../../../platform/common/json.js';
import type { CommandArgument, PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import { DESTROYS, freeName, type Nature, propertyName, WRITES } from '../names.js';
import { optionSchema, valueSchema } from './argument-schema.js';
import { type Hazard, wordSet } from './hazards/hazard.js';
import type { KnownProgram } from './hazards/known-programs.js';
import { optionHazard } from './hazards/option-hazard.js';
import { isPathOption, isPathValue, writesByproduct, writesFile } from './hazards/path-values.js';
import { valueHazard } from './hazards/value-hazard.js';
import type { HelpOption } from './help-option.js';
import type { HelpValue } from './help-usage.js';
import { type LeftOut, leftOutNotes } from './left-out.js';

/** Options that make a change of what would only be looked at. */
const CHANGING = /^--?(fix|write|apply|delete|remove|overwrite|prune|in-?place|save|update)\b/i;
/** What could do harm by its value, and not by what is run. */
const RUNS_NOTHING: ReadonlySet<Hazard> = new Set(['credential', 'byproduct']);

/** What the hints want of a command in spite of what it could do; such a tool writes, with high risk. */
export interface Allowed {
  /** Flags, and names of values. */
  readonly arguments: readonly string[];
  /** Whether the command itself runs what it is given. */
  readonly isRunner: boolean;
}

/** Collects the arguments of a tool, and what it is left without. */
export class CommandDraft {
  readonly args: CommandArgument[] = [];
  readonly leftOut: LeftOut[] = [];
  /** Whether something was left out that every call needs. */
  isIncomplete = false;
  private readonly properties: JsonObject = {};
  private readonly required: string[] = [];
  private readonly paths: string[] = [];
  private readonly commands: string[] = [];
  /** Whether the last value may be given more than once. */
  private endsInList = false;
  /** Whether it would change something when it is told to. */
  private changes = false;

  constructor(
    private readonly program: KnownProgram,
    private readonly allowed: Allowed,
    private readonly guess: Nature,
  ) {}

  get nature(): Nature {
    if (this.commands.length > 0 || this.allowed.isRunner) return DESTROYS;
    return this.guess.risk === 'low' && this.changes ? WRITES : this.guess;
  }

  addOption(option: HelpOption): void {
    const hazard = this.hazardOf(option);
    const plain = option.flag.replace(/=$/, '');
    if (hazard !== undefined && !option.names.some((name) => this.allowed.arguments.includes(name))) {
      this.leaveOut(plain, hazard, option.isRequired);
      this.addNegation(option);
      return;
    }
    const property = freeName(this.properties, propertyName(plain), 'option');
    const isPath = isPathOption(option);
    this.changes ||= isChanging(option);
    const isOf = (flags = '') => option.names.some((name) => wordSet(flags).has(name));
    const at = isOf(this.program.noFile) || (isPath && /@/.test(option.description + option.placeholder));
    this.properties[property] = optionSchema(option, { plain: isOf(this.program.plain), at });
    const negated = option.negatedFlag;
    this.args.push({ property, flag: option.flag, ...(negated === undefined ? {} : { negated_flag: negated }) });
    this.note(property, option.isRequired, isPath, hazard);
  }

  /** `--no-config` stays where `--config` does not. */
  private addNegation({ negatedFlag }: HelpOption): void {
    if (negatedFlag === undefined) return;
    const property = freeName(this.properties, propertyName(negatedFlag), 'option');
    this.properties[property] = { type: 'boolean' };
    this.args.push({ property, flag: negatedFlag });
  }

  /** False where the value was left out: what follows it would take its place. */
  addValue(value: HelpValue): boolean {
    const hazard = this.allowed.isRunner ? 'command' : valueHazard(value);
    const isAllowed = this.allowed.isRunner || this.allowed.arguments.includes(value.name);
    if (hazard !== undefined && !isAllowed) {
      this.leaveOut(value.name, hazard, value.isRequired);
      return false;
    }
    // What may follow a list is one of the list: no call could tell it apart.
    if (this.endsInList && !value.isRequired && value.choices === undefined) return true;
    this.endsInList = value.isList;
    const property = freeName(this.properties, propertyName(value.name), 'argument');
    const isPath = isPathValue(value);
    this.properties[property] = valueSchema(value, { dash: true, at: isPath });
    this.args.push({ property });
    this.note(property, value.isRequired, isPath, hazard);
    return true;
  }

  inputSchema(): JsonObject {
    return { type: 'object', properties: this.properties, required: this.required, additionalProperties: false };
  }

  constraints({ constraints }: Tool): Partial<Tool['constraints']> {
    return {
      ...(this.paths.length > 0 ? { path_inputs: this.paths, allowed_paths: ['.'] } : {}),
      ...(this.commands.length > 0 ? { command_inputs: this.commands } : {}),
      notes: [...(constraints.notes ?? []), ...leftOutNotes(this.leftOut)],
    };
  }

  /** A credential that every call needs can come from nowhere else. */
  private hazardOf(option: HelpOption): Hazard | undefined {
    const hazard = optionHazard(option, this.program);
    if (hazard === 'credential' && option.isRequired) return undefined;
    return hazard ?? (this.guess.risk === 'low' && writesByproduct(option) ? 'byproduct' : undefined);
  }

  private leaveOut(argument: string, hazard: Hazard, isRequired: boolean): void {
    this.leftOut.push({ argument, hazard });
    if (isRequired) this.isIncomplete = true;
  }

  private note(property: string, isRequired: boolean, isPath: boolean, hazard: Hazard | undefined): void {
    if (isRequired) this.required.push(property);
    const runs = hazard !== undefined && !RUNS_NOTHING.has(hazard);
    if (isPath && !runs) this.paths.push(property);
    if (runs) this.commands.push(property);
  }
}

function isChanging(option: HelpOption): boolean {
  return CHANGING.test(option.flag) || (writesFile(option) && !writesByproduct(option));
}
