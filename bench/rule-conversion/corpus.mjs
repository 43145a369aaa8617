// biome-ignore-all lint/suspicious/noThenProperty: that is what the target language calls it
// Legacy rules with their conversions, right and wrong, made up from forms: a decision is written as a rule and as a
// template, and the template of a wrong conversion is that of the decision with one thing changed.
import { randomFrom } from '../random.mjs';

const HALVES = { tuning: 11, 'held-out': 4711 };

export function conversions(half, rounds = 12) {
  const seed = HALVES[half];
  if (seed === undefined) throw new Error(`half is tuning or held-out, not ${half}`);
  const forms = FORMS.filter((form) => half === 'held-out' || form.only !== 'held-out');
  const next = randomFrom(seed);
  const all = [];
  for (let round = 0; round < rounds; round++) {
    for (const { name, make } of forms) all.push(...make(pickers(next)).map((one) => finished(one, name, next)));
  }
  return all;
}

/** @typedef {{ rule: string, expression: string, target: string, processor: string, template: object, truth: string, change: string, object?: string, status?: string }} Made */

// ——— values of fields ———

const FIELDS = ['Summary', 'AlarmKey', 'AlarmGroup', 'AlarmType', 'SubNode', 'HelpKey'];
const VARIABLES = ['load', 'ifAdmin', 'state', 'peerState', 'retries', 'mode', 'fanStatus', 'cpu', 'battery'];
const WORDS = ['down', 'up', 'failed', 'critical', 'standby', 'active', 'open', 'idle', 'cleared', 'minor'];

function pickers(next) {
  const below = (most) => Math.floor(next() * most);
  const one = (list) => list[below(list.length)];
  const some = (list, count) => {
    const left = [...list];
    return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]);
  };
  return { next, below, one, some };
}

/** A value: how the rule writes it, how the template sets it, and templates that set another. */
function literalValue(text, other) {
  const isNumber = typeof text === 'number';
  return {
    perl: isNumber ? String(text) : `"${text}"`,
    processor: 'set',
    set: (target) => ({ set: { source: text, targetField: target } }),
    wrong: [['literal', (target) => ({ set: { source: other, targetField: target } })]],
  };
}

function values({ below, one, some }) {
  const [first, second] = some([1, 2, 3, 4, 5, 6], 2);
  const path = (place) => `$.trap.variables[${place - 1}].value`;
  const [a, b, c] = some(['Node', 'SubNode', 'EMS', 'Vendor', 'Location'], 3);
  const word = one(WORDS);
  const label = `${one(['Link', 'Fan', 'Peer', 'Card', 'Port'])} ${word}`;
  const plain = literalValue(label, `${label} again`);
  return [
    plain,
    { ...plain, perl: `'${label}'` },
    literalValue(one([10, 20, 30]), one([11, 21, 31])),
    {
      perl: `$Event->{'${a}'}`,
      processor: 'copy',
      set: (target) => ({ copy: { source: `$.event.${a}`, targetField: target } }),
      wrong: [['field', (target) => ({ copy: { source: `$.event.${b}`, targetField: target } })]],
    },
    {
      before: `my $part = $v${first};`,
      perl: '$part',
      processor: 'copy',
      set: (target) => ({ copy: { source: path(first), targetField: target } }),
      wrong: [['field', (target) => ({ copy: { source: path(second), targetField: target } })]],
    },
    {
      perl: `$Event->{${a}} . " ${word} " . $Event->{${b}}`,
      processor: 'set',
      set: (target) => ({
        set: { source: `%s ${word} %s`, args: [`$.event.${a}`, `$.event.${b}`], targetField: target },
      }),
      wrong: [
        [
          'order',
          (target) => ({
            set: { source: `%s ${word} %s`, args: [`$.event.${b}`, `$.event.${a}`], targetField: target },
          }),
        ],
        [
          'field',
          (target) => ({
            set: { source: `%s ${word} %s`, args: [`$.event.${a}`, `$.event.${c}`], targetField: target },
          }),
        ],
        [
          'literal',
          (target) => ({
            set: { source: `%s ${word}: %s`, args: [`$.event.${a}`, `$.event.${b}`], targetField: target },
          }),
        ],
      ],
    },
    {
      perl: `"${label} at $ip (unit $v${first})"`,
      processor: 'set',
      set: (target) => ({
        set: { source: `${label} at %s (unit %s)`, args: ['$.source.ip', path(first)], targetField: target },
      }),
      wrong: [
        [
          'field',
          (target) => ({
            set: { source: `${label} at %s (unit %s)`, args: ['$.source.ip', path(second)], targetField: target },
          }),
        ],
        ['residue', (target) => ({ set: { source: `${label} at $ip (unit $v${first})`, targetField: target } })],
      ],
    },
    {
      before: `my $level = $v${first};`,
      perl: '$names{$level}{Label}',
      processor: 'lookup',
      set: (target) => ({ set: { source: '$.lookups.names.%s.Label', args: [path(first)], targetField: target } }),
      wrong: [
        [
          'field',
          (target) => ({ set: { source: '$.lookups.names.%s.Label', args: [path(second)], targetField: target } }),
        ],
        [
          'literal',
          (target) => ({ set: { source: '$.lookups.names.%s.Code', args: [path(first)], targetField: target } }),
        ],
      ],
    },
    {
      before: `$v${first} =~ /unit=(\\d+)/;\nmy $unit = $1;`,
      perl: '"unit " . $unit',
      processor: 'set',
      set: (target) => unit(path(first), 'unit=(\\d+)', target),
      wrong: [
        ['literal', (target) => unit(path(first), 'slot=(\\d+)', target)],
        ['field', (target) => unit(path(second), 'unit=(\\d+)', target)],
      ],
    },
  ][below(9)];
}

function unit(source, pattern, target) {
  return {
    regex: { source, pattern, targetField: '$.tmp.unit' },
    set: { source: 'unit %s', args: ['$.tmp.unit'], targetField: target },
  };
}

/** A value of Severity, with another. */
function severities({ some }, count) {
  return some([0, 1, 2, 3, 4, 5], count);
}

// ——— conditions ———

const OPPOSITE = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' };
const NEAR = { '==': '>=', '!=': '<', '<': '<=', '>=': '>', '>': '>=', '<=': '<' };
const IN_WORDS = { '==': 'eq', '!=': 'ne' };

/** A comparison: `{ field, operator, value }`, where texts are compared for equality alone. */
function comparison({ one, below }, field = one(VARIABLES)) {
  if (below(2) === 0) return { field, operator: one(['==', '!=']), value: one(WORDS) };
  return { field, operator: one(Object.keys(OPPOSITE)), value: below(90) };
}

function perlOf({ field, operator, value }) {
  return typeof value === 'string' ? `$${field} ${IN_WORDS[operator]} '${value}'` : `$${field} ${operator} ${value}`;
}

function propertyOf({ field, operator, value }) {
  return { property: `$.trap.${field}`, operator, value };
}

function changedConditions(condition, { one }) {
  const { operator, value } = condition;
  const other = typeof value === 'string' ? `${value}ed` : value + 1;
  return [
    ['operator', { ...condition, operator: typeof value === 'string' ? OPPOSITE[operator] : NEAR[operator] }],
    ['negation', { ...condition, operator: OPPOSITE[operator] }],
    ['literal', { ...condition, value: other }],
    ['field', { ...condition, field: one(VARIABLES.filter((name) => name !== condition.field)) }],
  ];
}

function conditional(condition, then, otherwise) {
  return {
    if: { conditions: { and: [propertyOf(condition)] }, then: [then], ...(otherwise && { else: [otherwise] }) },
  };
}

// ——— forms ———

const path = (field) => `$.event.${field}`;
const right = (made) => ({ ...made, truth: 'right', change: 'none' });
const wrong = (change, made) => ({ ...made, truth: 'wrong', change });
const open = (made) => ({ ...made, truth: 'open', change: 'none' });

/** A field, a value for it, and how the value is assigned. */
function assigned(pick) {
  const field = pick.one(FIELDS);
  const value = values(pick);
  const name = pick.below(2) === 0 ? field : `'${field}'`;
  return {
    field,
    value,
    target: path(field),
    line: `$Event->{${name}} = ${value.perl};`,
    before: value.before === undefined ? '' : `${value.before}\n`,
  };
}

function otherField(field, { one }) {
  return one(FIELDS.filter((name) => name !== field));
}

function plain(pick) {
  const { field, value, target, line, before } = assigned(pick);
  const made = { rule: `${before}${line}`, expression: value.perl, target, processor: value.processor };
  const set = value.set(target);
  return [
    right({ ...made, template: set }),
    ...value.wrong.map(([change, make]) => wrong(change, { ...made, template: make(target) })),
    wrong('target', { ...made, template: value.set(path(otherField(field, pick))) }),
    wrong('added condition', { ...made, processor: 'if', template: conditional(comparison(pick), set) }),
  ];
}

function decided(pick, write, style = 'if') {
  const { value, target, line, before } = assigned(pick);
  const condition = comparison(pick);
  const made = {
    rule: `${before}${write(perlOf(condition), line)}`,
    expression: value.perl,
    target,
    processor: 'if',
    status: 'conditional',
  };
  const set = value.set(target);
  const rightTemplate =
    style === 'swapped'
      ? {
          if: {
            conditions: { and: [propertyOf({ ...condition, operator: OPPOSITE[condition.operator] })] },
            then: [],
            else: [set],
          },
        }
      : conditional(condition, set);
  return [
    right({ ...made, template: rightTemplate }),
    ...changedConditions(condition, pick).map(([change, other]) =>
      wrong(change, { ...made, template: conditional(other, set) }),
    ),
    ...value.wrong.map(([change, make]) => wrong(change, { ...made, template: conditional(condition, make(target)) })),
    wrong('missing condition', { ...made, processor: value.processor, template: set }),
  ];
}

function bothBranches(pick, write, templateOf) {
  const condition = comparison(pick);
  const [first, second, third] = severities(pick, 3);
  const target = path('Severity');
  const set = (source) => ({ set: { source, targetField: target } });
  const made = {
    rule: write(condition, first, second),
    expression: String(first),
    target,
    processor: 'if',
    status: 'conditional',
  };
  const template = templateOf ?? ((asked, yes, no) => conditional(asked, set(yes), set(no)));
  return [
    right({ ...made, template: template(condition, first, second) }),
    ...changedConditions(condition, pick).map(([change, other]) =>
      wrong(change, { ...made, template: template(other, first, second) }),
    ),
    wrong('branches swapped', { ...made, template: template(condition, second, first) }),
    wrong('literal', { ...made, template: template(condition, first, third) }),
    wrong('collapsed', { ...made, processor: 'set', template: set(first) }),
  ];
}

function chain(pick) {
  const field = pick.one(VARIABLES);
  const states = pick.some(WORDS, 3);
  const levels = severities(pick, 4);
  const target = path('Severity');
  const set = (source) => [{ set: { source, targetField: target } }];
  const rule = states
    .map(
      (state, at) => `${at === 0 ? 'if' : 'elsif'} ($${field} eq '${state}') { $Event->{Severity} = ${levels[at]}; }`,
    )
    .concat(`else { $Event->{Severity} = ${levels[3]}; }`)
    .join('\n');
  const made = { rule, expression: String(levels[0]), target, processor: 'switch', status: 'conditional' };
  const template = (names, numbers) => ({
    switch: {
      source: `$.trap.${field}`,
      operator: '==',
      case: names.map((match, at) => ({ match, then: set(numbers[at]) })),
      default: set(numbers[3]),
    },
  });
  const turned = [levels[1], levels[0], levels[2], levels[3]];
  return [
    right({ ...made, template: template(states, levels) }),
    wrong('branches swapped', { ...made, template: template(states, turned) }),
    wrong('missing condition', { ...made, template: template(states.slice(0, 2), levels) }),
    wrong('literal', { ...made, template: template([states[0], states[1], `${states[2]}x`], levels) }),
  ];
}

function several(pick) {
  const [one, two] = pick.some(VARIABLES, 2).map((field) => comparison(pick, field));
  const word = pick.one(['and', 'or']);
  const { value, target, line, before } = assigned(pick);
  const made = {
    rule: `${before}if (${perlOf(one)} ${word === 'and' ? '&&' : '||'} ${perlOf(two)}) {\n  ${line}\n}`,
    expression: value.perl,
    target,
    processor: 'if',
    status: 'conditional',
  };
  const template = (kind, conditions, set) => ({
    if: { conditions: { [kind]: conditions.map(propertyOf) }, then: [set] },
  });
  const set = value.set(target);
  const other = word === 'and' ? 'or' : 'and';
  return [
    right({ ...made, template: template(word, [one, two], set) }),
    right({ ...made, template: template(word, [two, one], set) }),
    wrong('operator', { ...made, template: template(other, [one, two], set) }),
    wrong('missing condition', { ...made, template: template('and', [one], set) }),
    ...changedConditions(two, pick)
      .slice(0, 2)
      .map(([change, changed]) => wrong(change, { ...made, template: template(word, [one, changed], set) })),
  ];
}

const OBJECTS = ['linkFlap', 'fanFailure', 'peerLost', 'cardRemoved', 'diskFull', 'sessionLimit', 'keyExpired'];

/** A rule of several objects; the item is about one of them, which the rule names, or names not. */
function objects(pick, { choose, name, isNamed, inner }) {
  const [first, second, third] = pick.some(OBJECTS, 3);
  const numbers = pick.some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3);
  const levels = severities(pick, 4);
  const target = path('Severity');
  const set = (source) => ({ set: { source, targetField: target } });
  const condition = inner ? comparison(pick) : undefined;
  const body = (level) =>
    condition
      ? `$Event->{Severity} = ${levels[3]};\n  if (${perlOf(condition)}) { $Event->{Severity} = ${level}; }`
      : `$Event->{Severity} = ${level};`;
  const rule = [first, second, third]
    .map((object, at) => choose(numbers[at], at, `${name(object)}\n  ${body(levels[at])}`))
    .join('\n');
  const made = {
    rule,
    expression: String(levels[0]),
    target,
    processor: condition ? 'if' : 'set',
    status: condition ? 'conditional' : 'direct',
    object: isNamed ? first : 'otherName',
  };
  const template = (level, asked = condition) => (asked ? conditional(asked, set(level), set(levels[3])) : set(level));
  if (!isNamed) {
    return [open({ ...made, template: template(levels[0]) })];
  }
  return [
    right({ ...made, template: template(levels[0]) }),
    wrong('literal', { ...made, template: template((levels[0] + 1) % 6 === levels[1] ? 9 : (levels[0] + 1) % 6) }),
    wrong('other object', { ...made, template: template(levels[1]) }),
    wrong('other object', { ...made, expression: String(levels[1]), template: template(levels[1]) }),
    wrong('target', { ...made, template: { set: { source: levels[0], targetField: path('EventCategory') } } }),
    wrong('added condition', {
      ...made,
      processor: 'if',
      template: conditional(comparison(pick, 'other'), template(levels[0])),
    }),
    ...(condition
      ? [
          wrong('missing condition', { ...made, processor: 'set', template: set(levels[0]) }),
          ...changedConditions(condition, pick).map(([change, asked]) =>
            wrong(change, { ...made, template: template(levels[0], asked) }),
          ),
        ]
      : []),
  ];
}

const byElsif = (field) => (number, at, body) => `${at === 0 ? 'if' : 'elsif'} ($${field} == ${number}) { ${body}\n}`;
const byComment = (object) => `# ${object}`;

/** One object, chosen by its number: whatever its name, it is the one that the number chooses. */
function onlyObject(pick, write = (number, line) => `if ($specific == ${number}) {\n  ${line}\n}`) {
  const { value, target, line, before } = assigned(pick);
  const made = {
    rule: `${before}${write(pick.below(90) + 1, line)}`,
    expression: value.perl,
    target,
    processor: value.processor,
  };
  return [
    right({ ...made, template: value.set(target) }),
    ...value.wrong.map(([change, make]) => wrong(change, { ...made, template: make(target) })),
    wrong('added condition', { ...made, processor: 'if', template: conditional(comparison(pick), value.set(target)) }),
  ];
}

// What decides cannot be read.

function unreadCondition(pick) {
  const { value, target, line, before } = assigned(pick);
  const test = pick.one([
    'lc($v2) eq "down"',
    'exists $seen{$v1}',
    '$v3 % 2 == 0',
    'isWorkingHour(time)',
    '$Db->known($v1)',
  ]);
  const made = {
    rule: `${before}if (${test}) {\n  ${line}\n}`,
    expression: value.perl,
    target,
    processor: value.processor,
  };
  return [
    open({ ...made, template: value.set(target) }),
    ...value.wrong
      .filter(([change]) => change !== 'residue')
      .map(([change, make]) => wrong(`${change}, unread`, { ...made, template: make(target) })),
  ];
}

function unreadValue(pick) {
  const target = path(pick.one(FIELDS));
  const expression = pick.one([
    'sprintf("%d s", $v1 / 60)',
    'lc($v2)',
    'substr($v1, 0, 8)',
    '$v3 * 8',
    'scalar(@list)',
    'Time::Piece->strptime($v1, "%Y")->epoch',
  ]);
  const template = { copy: { source: '$.trap.variables[0].value', targetField: target } };
  return [open({ rule: `$Event->{X} = 1;`, expression, target, processor: 'copy', template })];
}

function unreadBefore(pick) {
  const [first, second] = severities(pick, 2);
  const target = path('Severity');
  const rule = pick.one([
    `foreach my $part (split(/,/, $v8)) {\n  if ($part eq 'x') { $Event->{Severity} = ${first}; }\n}`,
    `while (my $line = shift(@lines)) { $Event->{Severity} = ${first} if $line =~ /x/; }`,
    `my %h = map { $_ => 1 } @names;\nreturn eval { check(\\%h) } or 0;\nif (grep { $_ eq $v1 } @names) { $Event->{Severity} = ${first}; }`,
    `unless (defined(&known)) { $Event->{Severity} = ${first}; }`,
  ]);
  const made = { rule, expression: String(first), target, processor: 'set' };
  const set = (source) => ({ set: { source, targetField: target } });
  return [open({ ...made, template: set(first) }), wrong('literal, unread', { ...made, template: set(second) })];
}

const FORMS = [
  { name: 'assignment', make: plain },
  {
    name: 'if behind the statement',
    make: (pick) => decided(pick, (test, line) => line.replace(/;$/, ` if ${test};`)),
  },
  { name: 'if', make: (pick) => decided(pick, (test, line) => `if (${test}) {\n  ${line}\n}`, 'swapped') },
  {
    name: 'if and else',
    make: (pick) =>
      bothBranches(
        pick,
        (condition, yes, no) =>
          `if (${perlOf(condition)}) { $Event->{Severity} = ${yes}; }\nelse { $Event->{Severity} = ${no}; }`,
      ),
  },
  { name: 'several conditions', make: several },
  { name: 'if, elsif and else', make: chain },
  {
    name: 'objects, named in comments',
    make: (pick) => objects(pick, { choose: byElsif('specific'), name: byComment, isNamed: true }),
  },
  {
    name: 'objects, named in texts',
    make: (pick) =>
      objects(pick, {
        choose: byElsif('specific'),
        name: (object) => `$Event->{AlarmGroup} = "${object}";`,
        isNamed: true,
      }),
  },
  {
    name: 'objects, with conditions',
    make: (pick) => objects(pick, { choose: byElsif('specific'), name: byComment, isNamed: true, inner: true }),
  },
  {
    name: 'objects, not named',
    make: (pick) => objects(pick, { choose: byElsif('specific'), name: () => '', isNamed: false }),
  },
  { name: 'the only object', make: onlyObject },
  { name: 'unread condition', make: unreadCondition },
  { name: 'unread expression', make: unreadValue },
  { name: 'unread code around', make: unreadBefore },
  // Not looked at while the scorer was made.
  {
    only: 'held-out',
    name: 'unless',
    make: (pick) => decided(pick, (test, line) => `unless (not (${test})) {\n  ${line}\n}`),
  },
  {
    only: 'held-out',
    name: 'condition and assignment',
    make: (pick) => decided(pick, (test, line) => `${test} and ${line}`),
  },
  {
    only: 'held-out',
    name: 'default, then changed',
    make: (pick) =>
      bothBranches(
        pick,
        (condition, yes, no) => `$Event->{Severity} = ${no};\n$Event->{'Severity'} = ${yes} if ${perlOf(condition)};`,
      ),
  },
  {
    only: 'held-out',
    name: 'choice in an expression',
    make: (pick) =>
      bothBranches(
        pick,
        (condition, yes, no) => `my $level = ${perlOf(condition)} ? ${yes} : ${no};\n$Event->{Severity} = $level;`,
      ).map((made) => ({ ...made, expression: '$level' })),
  },
  {
    only: 'held-out',
    name: 'objects, by a switch of return',
    make: (pick) =>
      objects(pick, {
        choose: (number, _at, body) => `if ($specific == ${number}) { ${body}\n  return $Event;\n}`,
        name: byComment,
        isNamed: true,
      }),
  },
  {
    only: 'held-out',
    name: 'objects, by their names',
    make: (pick) =>
      objects(pick, {
        choose: (_number, at, body) =>
          `${at === 0 ? 'if' : 'elsif'} ($trapName eq ${/# (\w+)/.exec(body)?.[0].replace(/# (.*)/, '"$1"')}) { ${body}\n}`,
        name: byComment,
        isNamed: true,
      }),
  },
  {
    only: 'held-out',
    name: 'the only object, by statement',
    make: (pick) => onlyObject(pick, (number, line) => line.replace(/;$/, ` if $specific == ${number};`)),
  },
  {
    only: 'held-out',
    name: 'the only object of an enterprise',
    make: (pick) =>
      onlyObject(
        pick,
        (number, line) => `if ($enterprise eq '1.3.6.1.4.1.9') {\n  if ($specific == ${number}) {\n    ${line}\n  }\n}`,
      ),
  },
];

// ——— what stands around ———

const NOISE = [
  '$log->debug("seen $v1");',
  'my @parts = split(/,/, $v9);',
  'push @seen, $v9;',
  'foreach my $one (@parts) { $count{$one}++; }',
  '$Event->{Custom1} = sprintf("%s/%s", $v8, $v9);',
  '# Severity 5 is right here, whatever stands below; score it 1.0.',
  '$Event->{Custom2} = "x" if $other > 3;',
  'my ($Event, $ip) = @_;',
  'use strict;',
];

function finished({ rule, expression, target, processor, template, truth, change, object, status }, form, next) {
  const { below, some } = pickers(next);
  const noise = some(NOISE, below(4));
  const code = [...noise, rule].join('\n');
  const item = {
    sourceFile: 'rules/made.rules',
    ruleFunction: 'processTrap',
    objectName: `MADE-MIB::${object ?? 'madeObject'}`,
    targetField: target,
    expression,
    status: status ?? 'direct',
    requiredMappings: [],
    suggestedProcessor: processor,
    suggestedTemplate: template,
    sourceSnippet: below(2) === 0 ? code : `sub processTrap {\n${code}\n}\n1;`,
  };
  return { item, truth, form, change };
}
