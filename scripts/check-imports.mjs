// Holds the direction of imports; the rules stand in import-rules.mjs. Run by `npm run check`.
// dependency-cruiser, because it resolves an import to a file or package as Node.js does, and sees types too; a linter's
// plugin would need ESLint beside Biome.
import { readImports } from './cruise.mjs';
import { FORBIDDEN, problemOf, ROOMS, roomOf, splitRoom, WINGS } from './import-rules.mjs';

const { modules, summary } = await readImports(FORBIDDEN);
const imports = modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
);
const problems = [
  ...summary.violations.map(({ rule, from, to }) => `${from} must not use ${to}: ${rule.name}`),
  ...imports.flatMap(({ from, to }) => {
    const problem = problemOf(from, to);
    return problem ? [`${from} must not use ${to}: ${problem}`] : [];
  }),
  ...modules.filter(({ source }) => isOutside(source)).map(({ source }) => `${source} stands in no room of the tables`),
  ...unusedPermissions().map((one) => `scripts/import-rules.mjs allows ${one}: unused`),
];

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`the imports of ${summary.totalCruised} files follow the rules`);

function isOutside(file) {
  return file.startsWith('src/') && roomOf(file) === undefined;
}

/** Rows of the tables that allow what nothing needs. */
function unusedPermissions() {
  const used = new Set();
  for (const { from, to } of imports) {
    const [source, target] = [roomOf(from), roomOf(to)];
    if (source && target) used.add(`${source} -> ${target}`).add(`${splitRoom(source)[0]} -> ${splitRoom(target)[0]}`);
  }
  const inWings = Object.entries(ROOMS).flatMap(([wing, rooms]) =>
    pairs(rooms).map(([room, other]) => `${wing}/${room} -> ${wing}/${other}`),
  );
  return [...pairs(WINGS).map(([wing, other]) => `${wing} -> ${other}`), ...inWings].filter((one) => !used.has(one));
}

function pairs(table) {
  return Object.entries(table).flatMap(([from, row]) => row.map((to) => [from, to]));
}
