import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Service } from './command-line.js';
import { createProgram } from './program.js';

/** Nothing is started here. */
const NO_SERVICE: Service = {
  serve: () => Promise.reject(new Error('started')),
  serveOverStdio: () => Promise.reject(new Error('started')),
  embed: () => Promise.reject(new Error('started')),
  replayThread: () => {
    throw new Error('started');
  },
};

/** What `--help` prints. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

function find(path: string): Command {
  const start = createProgram(() => undefined, NO_SERVICE);
  return path.split(' ').reduce((command, name) => {
    const next = command.commands.find((one) => one.name() === name);
    if (!next) throw new Error(`there is no ${path}`);
    return next;
  }, start);
}

/** The paths of the commands that do something themselves. */
function leaves(): string[] {
  const below = (command: Command, path: readonly string[]): string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((one) => below(one, [...path, one.name()]));
  return below(
    createProgram(() => undefined, NO_SERVICE),
    [],
  );
}

describe('the help of the command line', () => {
  it.each(leaves())('shows what %s takes, and examples', (path) => {
    const help = helpOf(find(path));
    expect(help).toContain(`Usage: convengine ${path}`);
    expect(help).toMatch(/Global Options:[\s\S]*--database <url>[\s\S]*--config <file>/);
    expect(help).toContain('Examples:\n  convengine ');
    expect(help).toContain(`  convengine ${path}`);
  });

  it('says which options are needed, and of no default that is no text', () => {
    const help = helpOf(find('actions approve')).replaceAll(/\s+/g, ' ');
    expect(help).toContain('--by <name> who approves; kept with the action and in the audit (required)');
    expect(help).toMatch(/--note <text> why; kept with the action and in the audit --/);
  });

  it('names every command', () => {
    const help = helpOf(createProgram(() => undefined, NO_SERVICE));
    for (const name of ['serve', 'chat', 'migrate', 'seed', 'config', 'flow', 'knowledge'])
      expect(help).toMatch(`\n  ${name} `);
  });
});

describe('the options of the command line', () => {
  it.each([
    [['serve', '--port', '70000'], 'Expected a number from 0 to 65535.'],
    [['serve', '--port', '-1'], 'Expected a number from 0 to 65535.'],
    [['chat', '--conversation', '1'], 'Expected a UUID.'],
    [['chat', '--url', 'localhost:3000'], 'Expected an http:// or https:// address.'],
  ])('%j is refused', async (args, problem) => {
    const program = createProgram(() => undefined, NO_SERVICE);
    for (const command of program.commands) command.configureOutput({ writeErr: () => undefined });
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow(problem);
  });
});
