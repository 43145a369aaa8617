// Who may import whom. A wing is a folder of src, a room a folder of a wing; "." are the files of the wing itself.
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Wing → the wings it may use. */
export const WINGS = {
  app: ['interfaces', 'engine', 'tools', 'platform'],
  interfaces: ['engine', 'authoring', 'tools', 'platform'],
  engine: ['tools', 'understanding', 'platform'],
  authoring: ['tools', 'platform'],
  tools: ['understanding', 'platform'],
  understanding: ['platform'],
  platform: [],
};

/**
 * Wing → room → the rooms of the same wing that it may use. A folder of a room can be a room of its own (`turn/kernel`);
 * `entrance` is what other wings use of a wing that has rooms and files of its own: its index.ts and its module.
 */
export const ROOMS = {
  app: { '.': [] },
  interfaces: {
    cli: ['client', 'flow-tests', 'flow-replay', 'flow-simulation', 'flow-engine', 'callers'],
    client: [],
    'flow-tests': ['flow-engine'],
    'flow-replay': ['flow-engine'],
    'flow-simulation': ['flow-engine', 'flow-tests'],
    'flow-engine': [],
    'tool-api': ['http', 'mcp', 'consent-page', 'callers', 'api-description'],
    mcp: ['consent-page', 'callers', 'api-description'],
    http: ['console', 'callers', 'api-description'],
    'consent-page': ['callers', 'api-description'],
    console: [],
    callers: ['api-description'],
    'api-description': [],
  },
  engine: {
    'dry-run': [
      'comparison',
      'turn',
      'turn/kernel',
      'steps',
      'wording',
      'pending-action',
      'conversation',
      'principal',
      'flow',
    ],
    turn: [
      'turn/kernel',
      'steps',
      'wording',
      'pending-action',
      'pending-action/asking',
      'pending-action/keeper',
      'conversation',
      'principal',
      'flow',
    ],
    steps: [
      'turn/kernel',
      'planner',
      'rules',
      'wording',
      'pending-action',
      'pending-action/asking',
      'pending-action/execution',
      'conversation',
      'principal',
      'flow',
    ],
    shadow: ['comparison', 'dry-run', 'turn', 'flow-editing', 'flow'],
    comparison: ['flow'],
    'flow-editing': ['flow-check', 'flow'],
    'file-editing': ['turn', 'wording', 'flow'],
    'flow-check': ['turn/kernel', 'wording', 'pending-action', 'flow'],
    planner: ['turn/kernel', 'pending-action', 'flow'],
    rules: ['turn/kernel', 'wording', 'flow'],
    'pending-action/asking': ['turn/kernel', 'wording', 'pending-action', 'principal', 'flow'],
    'pending-action/execution': ['turn/kernel', 'wording', 'pending-action/asking', 'pending-action', 'flow'],
    'pending-action/keeper': ['pending-action/execution', 'pending-action', 'conversation', 'principal', 'flow'],
    wording: ['pending-action', 'flow'],
    'turn/kernel': ['wording', 'pending-action', 'conversation', 'principal', 'flow'],
    conversation: ['pending-action'],
    'pending-action': ['principal'],
    ledger: ['turn', 'turn/kernel', 'wording', 'pending-action', 'conversation', 'flow-check', 'flow'],
    privacy: ['turn/kernel', 'principal'],
    retention: [],
    principal: [],
    flow: [],
  },
  authoring: { '.': ['lint'], lint: [], toolgen: ['openapi'], openapi: [] },
  tools: {
    entrance: ['.', 'groups', 'sources', 'playbook/run', 'run', 'shipped', 'sql-guard'],
    groups: ['.', 'run', 'sql-guard'],
    sources: ['.', 'run', 'shipped', 'package-format', 'playbook', 'sql-guard', 'transform'],
    'playbook/run': ['.', 'playbook', 'groups', 'run'],
    run: ['.', 'transform'],
    shipped: ['.'],
    '.': ['playbook', 'sql-guard', 'transform'],
    playbook: ['transform'],
    knowledge: ['sql-guard'],
    'package-format': [],
    'sql-guard': [],
    transform: [],
  },
  understanding: {
    'dialogue-act': ['dialogue-act/second-reader', 'dialogue-act/rules', 'dialogue-act/proposal', 'dialogue-act/words'],
    'dialogue-act/second-reader': [
      'dialogue-act',
      'dialogue-act/rules',
      'dialogue-act/value-comparison',
      'dialogue-act/proposal',
      'dialogue-act/words',
      'values',
    ],
    'dialogue-act/rules': [
      'dialogue-act',
      'dialogue-act/value-comparison',
      'dialogue-act/proposal',
      'dialogue-act/words',
    ],
    'dialogue-act/value-comparison': ['dialogue-act/proposal', 'dialogue-act/words', 'values'],
    'dialogue-act/proposal': ['dialogue-act', 'dialogue-act/words', 'values', 'language'],
    'dialogue-act/words': ['values', 'language'],
    slots: ['values', 'language'],
    intents: [],
    commands: ['language'],
    values: ['language'],
    language: [],
  },
  platform: {
    identity: ['egress', 'persistence', 'secrets', 'config', 'common'],
    detectors: ['secrets', 'persistence', 'config', 'common'],
    embeddings: ['llm', 'persistence', 'config', 'common'],
    llm: ['egress', 'persistence', 'telemetry', 'secrets', 'config', 'common'],
    processes: ['persistence', 'config', 'common'],
    audit: ['detectors', 'persistence', 'secrets', 'common'],
    outbox: ['persistence', 'telemetry', 'config', 'common'],
    'handlers-api': ['persistence', 'secrets', 'common'],
    egress: ['telemetry', 'config', 'common'],
    persistence: ['telemetry', 'secrets', 'common'],
    telemetry: ['config', 'common'],
    config: ['common'],
    secrets: ['common'],
    settings: ['config', 'common'],
    common: [],
  },
};

/** Packages that few places may import, types included. */
const PACKAGES = [
  {
    name: 'the database',
    packages: 'typeorm|@nestjs/typeorm|pg|pg-cursor|better-sqlite3-13',
    // The tools of the group DB have connections of their own, to databases that are not the service's.
    only: ['src/platform/persistence/', 'migrations/', 'src/tools/groups/db/'],
  },
  {
    name: 'Nest, not in understanding',
    packages: '@nestjs/[^/]+',
    only: ['src/(?!understanding/)', 'migrations/'],
  },
];

/** A room whose files are used directly. */
const WITHOUT_INDEX = 'platform/common';

/** The rules that dependency-cruiser checks: what is imported from elsewhere than src. */
export const FORBIDDEN = [
  rule(
    'the client runs where nothing of Node.js and of the service is',
    { path: '^src/interfaces/client/' },
    {
      pathNot: '^(src/interfaces/client/|node_modules/(openapi-fetch|openapi-typescript-helpers|eventsource-parser)/)',
    },
  ),
  rule('a circle, if only of types', {}, { circular: true }),
  rule('nothing of src needs a test', { path: '^src/' }, { path: '^test/' }),
  rule('what is imported exists', {}, { couldNotResolve: true }),
  ...PACKAGES.map(({ name, packages, only }) =>
    rule(name, { pathNot: only.map((place) => `^${place}`) }, { path: `^node_modules/(${packages})/` }),
  ),
];

function rule(name, from, to) {
  return { name, severity: 'error', from, to };
}

/** The room of a file of src, as `WING/ROOM`, and `WING/.` for a file of the wing itself; otherwise undefined. */
export function roomOf(file) {
  const [src, wing, ...path] = file.split('/');
  const rooms = ROOMS[wing];
  if (src !== 'src' || rooms === undefined) return undefined;
  const room = path.length > 1 ? folderRoom(rooms, path) : fileRoom(rooms, path[0]);
  return rooms[room] && `${wing}/${room}`;
}

function folderRoom(rooms, [first, second]) {
  return rooms[`${first}/${second}`] ? `${first}/${second}` : first;
}

function fileRoom(rooms, name) {
  return rooms.entrance && /^index\.ts$|\.module\.ts$/.test(name) ? 'entrance' : '.';
}

/** What is wrong with an import of a file of src; undefined where nothing is. */
export function problemOf(from, to) {
  const [source, target] = [roomOf(from), roomOf(to)];
  if (source === target || target === undefined) return undefined;
  if (source !== undefined && !isAllowed(source, target)) return `${source} may not use ${target}`;
  const door = doorOf(to, target);
  return door === to || isIn(from, door) ? undefined : `${target} is entered through ${door ?? 'its index.ts'}`;
}

function isAllowed(source, target) {
  const [wing, room] = splitRoom(source);
  const [other, otherRoom] = splitRoom(target);
  return wing === other ? ROOMS[wing][room].includes(otherRoom) : WINGS[wing].includes(other);
}

/** `WING/ROOM` as wing and room. */
export function splitRoom(place) {
  const end = place.indexOf('/');
  return [place.slice(0, end), place.slice(end + 1)];
}

/** The nearest index.ts above a file; the file itself where it needs none. */
function doorOf(file, room) {
  if (/\/(\.|entrance)$/.test(room)) return file;
  for (let folder = dirname(file); folder !== dirname(`src/${room}`); folder = dirname(folder)) {
    if (existsSync(`${folder}/index.ts`)) return `${folder}/index.ts`;
  }
  return room === WITHOUT_INDEX ? file : undefined;
}

function isIn(file, door) {
  return door !== undefined && file.startsWith(door.slice(0, -basename(door).length));
}
