import type { PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import type { Discovery, Progress } from '../draft.js';
import { runsAnything } from '../names.js';
import type { CommandSurface } from '../profile.js';
import { askHelp } from './ask-help.js';
import { type CommandTool, commandTool } from './command-tool.js';
import { isKnownRunner } from './hazards/known-programs.js';
import { type HelpText, parseHelp } from './help-text.js';
import { type LeftOut, leftOutWarnings } from './left-out.js';

const MAX_DEPTH = 4;
const MAX_COMMANDS = 300;
/** Programs that run at the same time. */
const AT_ONCE = 4;
/** For all of them together. */
const DEADLINE_MS = 300_000;

interface Node {
  readonly path: readonly string[];
  /** What the parent's help says of it. */
  readonly description: string;
  readonly usage: string;
  readonly parentText?: string;
}

/** What the hints say of the commands. */
export interface WantedCommands {
  /** Names of tools that are not wanted: their commands are not run. */
  isExcluded(tool: string): boolean;
  /** What a tool may have although it could run something by it; undefined where the hints do not name the tool. */
  allowed?(tool: string): readonly string[] | undefined;
}

/** One tool for each leaf of the command tree, read from the `--help` of each command, which is run. */
export async function discoverCommands(
  surface: CommandSurface,
  project: string,
  description: string,
  wanted: WantedCommands,
  progress: Progress,
): Promise<Discovery> {
  return await new CommandWalk(surface, project, wanted, progress).run(description);
}

class CommandWalk {
  private readonly warnings: string[] = [];
  private readonly leftOut = new Map<string, readonly LeftOut[]>();
  private readonly waiting: (() => void)[] = [];
  private readonly deadline = Date.now() + DEADLINE_MS;
  private running = 0;
  private asked = 0;
  private skipped = 0;

  constructor(
    private readonly surface: CommandSurface,
    private readonly project: string,
    private readonly hints: WantedCommands,
    private readonly progress: Progress,
  ) {}

  async run(description: string): Promise<Discovery> {
    const tools = this.isWanted([]) ? await this.visit({ path: [], description, usage: '' }) : [];
    if (this.skipped > 0) this.warnings.push(`${this.skipped} commands were not asked: there are too many of them`);
    return { tools, warnings: [...this.warnings, ...leftOutWarnings(this.leftOut)] };
  }

  private async visit(node: Node): Promise<Tool[]> {
    const { path, parentText } = node;
    const words = [this.surface.name, ...path];
    if (this.asked >= MAX_COMMANDS || Date.now() > this.deadline) {
      this.skipped += 1;
      return [];
    }
    this.asked += 1;
    const answer = await this.ask(path);
    if ('problem' in answer) {
      this.warnings.push(`${words.join(' ')} --help ${answer.problem}`);
      return [];
    }
    // A program that has one help for all tells no more of a command than its row.
    if (answer.text === parentText) return this.toolOfRow(node);
    return await this.toolsOf(node, parseHelp(answer.text, words), answer.text);
  }

  private async toolsOf({ path, description }: Node, help: HelpText, text: string): Promise<Tool[]> {
    const own = help.isCallable || path.length >= MAX_DEPTH ? this.draft(path, help, description) : [];
    if (help.commands.length === 0 || path.length >= MAX_DEPTH) return own;
    const below = help.commands.map(({ name, description: about, usage }) => ({
      path: [...path, ...name.split(' ')],
      description: about,
      usage,
      parentText: text,
    }));
    const wanted = below.filter(({ path: words }) => this.isWanted(words));
    const found = await Promise.all(wanted.map((node) => this.visit(node)));
    return [...own, ...found.flat()];
  }

  private isWanted(path: readonly string[]): boolean {
    const words = [this.surface.name, ...path];
    if (this.hints.isExcluded(words.join('_'))) return false;
    if (!this.isRunner(path) || this.hints.allowed?.(words.join('_')) !== undefined) return true;
    this.warnings.push(`${words.join(' ')} was left out: it runs whatever it is given`);
    return false;
  }

  private isRunner(path: readonly string[]): boolean {
    return isKnownRunner(this.surface.name, path) || runsAnything(path.at(-1) ?? '');
  }

  private draft(path: readonly string[], help: HelpText, description: string): Tool[] {
    const words = [this.surface.name, ...path];
    const allowed = { arguments: this.hints.allowed?.(words.join('_')) ?? [], isRunner: this.isRunner(path) };
    const { tool, leftOut }: CommandTool = commandTool(this.surface, path, help, description, allowed);
    if (tool) {
      this.leftOut.set(tool.name, leftOut);
      return [tool];
    }
    const needed = leftOut.map(({ argument }) => argument).join(', ');
    this.warnings.push(`${words.join(' ')} was left out: it cannot be called without what it would run (${needed})`);
    return [];
  }

  private toolOfRow({ path, description, usage }: Node): Tool[] {
    const words = [this.surface.name, ...path];
    this.warnings.push(`${words.join(' ')} has no help of its own: its options are not known`);
    const { values } = parseHelp(`Usage: ${words.join(' ')} ${usage}`, words);
    return this.draft(
      path,
      { description, commands: [], options: [], values, isCallable: true, findings: [] },
      description,
    );
  }

  private async ask(path: readonly string[]): ReturnType<typeof askHelp> {
    if (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    this.progress(`running ${[this.surface.name, ...path].join(' ')} --help`);
    try {
      return await askHelp([...this.surface.command, ...path], this.project);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
