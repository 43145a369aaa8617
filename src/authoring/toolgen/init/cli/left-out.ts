import { HAZARDS, type Hazard } from './hazards/hazard.js';

/** An argument that a tool does not have, and why. */
export interface LeftOut {
  readonly argument: string;
  readonly hazard: Hazard;
}

/** Tools that are named; of more their number is told. */
const MAX_NAMED = 3;

/** What the tools do not have, as warnings: one for each reason and the tools it is about. */
export function leftOutWarnings(all: ReadonlyMap<string, readonly LeftOut[]>): string[] {
  const owners = new Map<string, { hazard: Hazard; argument: string; tools: string[] }>();
  for (const [tool, list] of all)
    for (const { argument, hazard } of list) {
      const key = `${hazard} ${argument}`;
      const known = owners.get(key) ?? { hazard, argument, tools: [] };
      owners.set(key, { ...known, tools: [...known.tools, tool] });
    }
  const groups = new Map<string, { hazard: Hazard; arguments: string[]; tools: string[] }>();
  for (const { hazard, argument, tools } of owners.values()) {
    const key = `${hazard} ${tools.join(' ')}`;
    const known = groups.get(key) ?? { hazard, arguments: [], tools };
    groups.set(key, { ...known, arguments: [...known.arguments, argument] });
  }
  return [...groups.values()].map((group) => {
    const verb = group.arguments.length === 1 ? 'was' : 'were';
    return `${group.arguments.join(', ')} ${verb} left out of ${named(group.tools)}: ${HAZARDS[group.hazard]}`;
  });
}

/** The same for one tool, as notes of it. */
export function leftOutNotes(list: readonly LeftOut[]): string[] {
  return [...new Set(list.map(({ hazard }) => hazard))].map((hazard) => {
    const names = list.filter((one) => one.hazard === hazard).map(({ argument }) => argument);
    return `Left out: ${names.join(', ')} (${HAZARDS[hazard]}).`;
  });
}

function named(tools: readonly string[]): string {
  return tools.length > MAX_NAMED ? `${tools.length} tools` : tools.join(', ');
}
