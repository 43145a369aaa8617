// biome-ignore-all lint/suspicious/noThenProperty: that is what the target language calls it
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import type { ConversionItem } from './item.js';
import { scoreConversion } from './score.js';

const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
type Operator = (typeof OPERATORS)[number];
const OPPOSITE: Readonly<Record<Operator, Operator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** A decision over fields that each occur once, with a value of its own in each leaf: every part of it matters. */
type Tree = string | Branch;
interface Branch {
  readonly field: string;
  readonly operator: Operator;
  readonly number: number;
  readonly yes: Tree;
  readonly no: Tree;
  /** How the template is written: it means the same in every style. */
  readonly style: 'if' | 'swapped' | 'doubled' | 'switch';
}

const shape = fc.letrec<{ tree: Branch; leaf: unknown }>((tie) => ({
  leaf: fc.constant(null),
  tree: fc.record({
    operator: fc.constantFrom(...OPERATORS),
    number: fc.integer({ min: -3, max: 9 }),
    style: fc.constantFrom('if', 'swapped', 'doubled', 'switch'),
    yes: fc.oneof({ maxDepth: 2 }, tie('leaf'), tie('tree')),
    no: fc.oneof({ maxDepth: 2 }, tie('leaf'), tie('tree')),
  }) as fc.Arbitrary<Branch>,
}));

/** The tree with a field for each branch and a value for each leaf. */
const trees = shape.tree.map((root) => {
  let fields = 0;
  let leaves = 0;
  const named = (node: Tree | null): Tree => {
    if (node === null || typeof node === 'string') return `value ${leaves++}`;
    return { ...node, field: `field${fields++}`, yes: named(node.yes), no: named(node.no) };
  };
  return named(root) as Branch;
});

function legacyCode(tree: Tree): string {
  if (typeof tree === 'string') return `$Event->{Summary} = '${tree}';`;
  const { field, operator, number, yes, no } = tree;
  return `if ($${field} ${operator} ${number}) { ${legacyCode(yes)} } else { ${legacyCode(no)} }`;
}

function template(tree: Tree): JsonObject {
  if (typeof tree === 'string') return { set: { source: tree, targetField: '$.event.Summary' } };
  const { field, operator, number, style } = tree;
  const [yes, no] = [template(tree.yes), template(tree.no)];
  const property = `$.trap.${field}`;
  if (style === 'switch') {
    return { switch: { source: property, operator, case: [{ match: String(number), then: [yes] }], default: [no] } };
  }
  const condition = { property, operator, value: number };
  if (style === 'swapped') {
    return { if: { conditions: { and: [{ ...condition, operator: OPPOSITE[operator] }] }, then: [no], else: [yes] } };
  }
  const conditions: JsonObject =
    style === 'doubled' ? { or: [condition, { and: [condition, condition] }] } : { and: [condition] };
  return { if: { conditions, then: [yes], else: [no] } };
}

function itemOf(code: string, suggestedTemplate: JsonObject): ConversionItem {
  return {
    sourceFile: 'a.rules',
    ruleFunction: 'trap',
    objectName: 'A::b',
    targetField: '$.event.Summary',
    expression: "'value 0'",
    status: 'conditional',
    requiredMappings: [],
    suggestedProcessor: 'if',
    suggestedTemplate,
    sourceSnippet: code,
  };
}

/** The same tree with another operator in one of its branches. */
function changed(tree: Branch, at: number, to: Operator): Branch {
  let count = 0;
  const visit = (node: Tree): Tree => {
    if (typeof node === 'string') return node;
    const isIt = count++ === at;
    const operator = isIt ? (node.operator === to ? OPPOSITE[to] : to) : node.operator;
    return { ...node, operator, yes: visit(node.yes), no: visit(node.no) };
  };
  return visit(tree) as Branch;
}

function branches(tree: Tree): number {
  return typeof tree === 'string' ? 0 : 1 + branches(tree.yes) + branches(tree.no);
}

describe('a template', () => {
  it('that decides the same in another way scores as equivalent', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const result = scoreConversion(itemOf(legacyCode(tree), template(tree)));
        expect(result.score, result.rationale).toBe(1);
      }),
      { numRuns: 150 },
    );
  });

  it('with another operator anywhere never does', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.constantFrom(...OPERATORS), (tree, at, to) => {
        const other = changed(tree, at % branches(tree), to);
        const { score, checks } = scoreConversion(itemOf(legacyCode(tree), template(other)));
        expect(score).toBeLessThan(0.55);
        expect(checks[0]).toMatchObject({ name: 'semantic_equivalence', passed: false });
      }),
      { numRuns: 150 },
    );
  });

  it('of a text of several parts is equivalent with its parts in their order alone', () => {
    const part = fc.oneof(
      fc.constantFrom('Node', 'EMS', 'SubNode').map((name) => ({ code: `$Event->{${name}}`, path: `$.event.${name}` })),
      fc.stringMatching(/^[a-z :]{1,8}$/).map((text) => ({ code: `"${text}"`, text })),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), (parts) => {
        const code = parts.map((one) => one.code).join(' . ');
        const source = parts.map((one) => ('text' in one ? one.text : '%s')).join('');
        const args = parts.flatMap((one) => ('path' in one ? [one.path] : []));
        const fields = { source, ...(args.length > 0 && { args }), targetField: '$.event.Summary' };
        const scored = (args: readonly string[]) =>
          scoreConversion({
            ...itemOf('', { set: { ...fields, ...(args.length > 0 && { args: [...args] }) } }),
            expression: code,
            suggestedProcessor: 'set',
          }).score;
        expect(scored(args)).toBe(1);
        const turned = args.toReversed();
        if (turned.some((arg, at) => arg !== args[at])) expect(scored(turned)).toBeLessThan(0.55);
      }),
      { numRuns: 150 },
    );
  });

  it('is compared with the part of a long file that is about its field', () => {
    const other = (at: number) =>
      `if ($a${at} > ${at} && $b${at} =~ /x${at}/) { $Event->{Node} = "n$c${at}"; } else { $w${at} = 1; }\n`;
    const file = (value: number) =>
      `${Array.from({ length: 3000 }, (_, at) => other(at)).join('')} $Event->{Summary} = 'value ${value}';`;
    const set = { set: { source: 'value 0', targetField: '$.event.Summary' } };
    expect(scoreConversion(itemOf(file(0), set)).score).toBe(1);
  });

  it('that has too many cases to be compared is neither right nor wrong', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => at);
    const appended = numbers.map((at) => `if ($a${at} == 1) { $Event->{Summary} = $Event->{Summary} . "${at}"; }`);
    const steps = numbers.map((at) => ({
      if: {
        conditions: { property: `$.trap.a${at}`, operator: '==', value: 1 },
        then: [{ set: { source: `%s${at}`, args: ['$.event.Summary'], targetField: '$.event.Summary' } }],
      },
    }));
    const start = { set: { source: 'value 0', targetField: '$.event.Summary' } };
    const code = `$Event->{Summary} = 'value 0'; ${appended.join(' ')}`;
    const all = { switch: { source: '$.trap.z', case: [], default: [start, ...steps] } };
    const { score, warnings } = scoreConversion(itemOf(code, all));
    expect([score, warnings]).toEqual([0.6, ['Cannot be decided: there are too many cases to look at them all.']]);
  });

  it.each([
    ['a text that doubles in every line', `$x = "ab"; ${'$x = $x . $x; '.repeat(2000)}$Event->{Summary} = $x;`],
    ['a table that is looked up by itself', `${'$x = $t{$x . $x}{p}; '.repeat(2000)}$Event->{Summary} = $x;`],
    ['blocks that never end', `${'if ($a) { '.repeat(2000)}$Event->{Summary} = 'value 0';`],
    ['a text that never ends', `"${'x'.repeat(50_000)}`],
    ['brackets alone', '(['.repeat(20_000)],
  ])('is scored in reasonable time against %s', (_what, code) => {
    const set = { set: { source: 'value 0', targetField: '$.event.Summary' } };
    for (const expression of [code, '$x']) {
      expect(scoreConversion({ ...itemOf(code, set), expression }).score).toBeLessThan(0.8);
    }
  });

  it('is compared with a rule up to where it ends', () => {
    const code = (first: string, second: string) => `sub trap {
      my ($Event, $ip) = @_;
      my $state = lc($v9);
      foreach my $part (split(/,/, $v8)) { $Event->{Node} = $part; }
      if ($specific == 1) { $Event->{Summary} = "${first}"; return; }
      return unless $specific == 2;
      $Event->{Summary} = '${second}';
      $log->info("done");
      return $Event;
      $Event->{Summary} = 'never';
    }
    1;`;
    const set = (source: string) => [{ set: { source, targetField: '$.event.Summary' } }];
    const cases = [
      { match: 1, then: set('value 0') },
      { match: 2, then: set('value 1') },
    ];
    const all = { switch: { source: '$.trap.specific', operator: '==', case: cases } };
    expect(scoreConversion(itemOf(code('value 0', 'value 1'), all)).score).toBe(1);
    expect(scoreConversion(itemOf(code('value 0', 'value 2'), all)).score).toBe(0.35);
    const otherwise = { switch: { ...all.switch, case: cases.slice(0, 1), default: set('value 1') } };
    expect(scoreConversion(itemOf(code('value 0', 'value 1'), otherwise)).score).toBe(0.35);
    const both = `${code('value 0', 'value 1')} sub other { $x = 1; }`;
    expect(scoreConversion(itemOf(both, all)).score).toBe(0.6);
  });

  it('is compared with a rule of a hundred branches', () => {
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    const code = numbers.map(
      (at) => `${at === 0 ? 'if' : 'elsif'} ($generic == ${at}) { $Event->{Summary} = 'value ${at}'; }`,
    );
    const cases = numbers.map((at) => ({
      match: at,
      then: [{ set: { source: `value ${at}`, targetField: '$.event.Summary' } }],
    }));
    const all = { switch: { source: '$.trap.generic', operator: '==', case: cases } };
    expect(scoreConversion(itemOf(code.join('\n'), all)).score).toBe(1);
    const wrong = cases.map((one) => (one.match === 57 ? { ...one, match: 56 } : one));
    const one = { switch: { ...all.switch, case: wrong } };
    expect(scoreConversion(itemOf(code.join('\n'), one)).score).toBe(0.35);
  });

  it.each([
    ['q{Fan failed}', 'Fan failed', [], 'Fan failing', []],
    ['qq{Fan $v2 failed}', 'Fan %s failed', [2], 'Fan %s failed', [3]],
    ['join(":", $v1, $v2)', '%s:%s', [1, 2], '%s:%s', [2, 1]],
    ['sprintf("Port %s of %s", $v1, $v2)', 'Port %s of %s', [1, 2], 'Port %s of %s', [2, 1]],
  ])('knows the text that %s makes', (expression, source, places, otherSource, otherPlaces) => {
    const targetField = '$.event.Summary';
    const scoreOf = (text: string, variables: readonly number[]) => {
      const args = variables.map((place) => `$.trap.variables[${place - 1}].value`);
      const set = { set: { source: text, ...(args.length > 0 ? { args } : {}), targetField } };
      return scoreConversion({ ...itemOf(`$Event->{Summary} = ${expression};`, set), targetField, expression }).score;
    };
    expect(scoreOf(source, places)).toBeGreaterThanOrEqual(0.8);
    expect(scoreOf(otherSource, otherPlaces)).toBeLessThan(0.5);
  });

  describe('of a rule that fills a table as a list', () => {
    const targetField = '$.event.Severity';
    const setTo = (source: number) => [{ set: { source, targetField } }];
    const scoreOf = (declared: string, lookup: string, levels: readonly number[], otherwise?: number) => {
      const cases = ['down', 'up'].map((match, at) => ({ match, then: setTo(levels[at] ?? 0) }));
      const rest: JsonObject = otherwise === undefined ? {} : { default: setTo(otherwise) };
      const template = { switch: { source: '$.trap.state', operator: '==', case: cases, ...rest } };
      const code = `${declared}\n$Event->{Severity} = ${lookup};`;
      return scoreConversion({ ...itemOf(code, template), targetField, expression: lookup }).score;
    };

    it.each([
      ["my %level = ('down', 5, 'up', 1);", '$level{$state}'],
      ['my %level = (down => 5, up => 1,);', '$level{$state}'],
      ['my %level = qw(down 5 up 1);', '$level{$state}'],
      ['my $level = { down => 5, up => 1 };', '$level->{$state}'],
    ])('a switch is right as far as its keys go: %s', (declared, lookup) => {
      // What the rule leaves for any other key is not said.
      expect(scoreOf(declared, lookup, [5, 1])).toBe(0.6);
      expect(scoreOf(declared, `${lookup} || 3`, [5, 1], 3)).toBe(1);
      expect(scoreOf(declared, lookup, [5, 2])).toBeLessThan(0.5);
      expect(scoreOf(declared, `${lookup} || 3`, [5, 1], 4)).toBeLessThan(0.5);
    });

    it('a lookup in it is right as well, and what fills it in a way of its own leaves it open', () => {
      const declared = 'my %level = (down => 5, up => 1);';
      const expression = '$level{$state}';
      const source = '$.lookups.level.%s';
      const item = itemOf(`${declared}\n$Event->{Severity} = ${expression};`, {
        set: { source, args: ['$.trap.state'], targetField },
      });
      expect(scoreConversion({ ...item, targetField, expression }).score).toBeGreaterThanOrEqual(0.8);
      expect(scoreOf('my %level = map { $_ => 5 } @names;', '$level{$state}', [5, 1])).toBe(0.6);
    });
  });

  it.each([
    ["$Event->{Summary} = 'Fan ';\n$Event->{Summary} .= $v2;", '$v2'],
    ["$Event->{Summary} = 'Fan ';\n$Event->{Summary} .= $v2;", "'Fan '"],
    ["my $text = 'Fan ';\n$text .= $v2;\n$Event->{Summary} = $text;", '$text'],
    ["my $text;\n$text .= 'Fan ';\n$text .= $v2;\n$Event->{Summary} = $text;", '$text'],
    ["my ($name, $text) = ($v2, 'Fan ');\n$Event->{Summary} = $text . $name;", '$text . $name'],
    ["use constant FAN => 'Fan ';\n$Event->{Summary} = FAN . $v2;", 'FAN . $v2'],
    ["use constant { FAN => 'Fan ', PUMP => 'Pump ' };\n$Event->{Summary} = FAN . $v2;", 'FAN . $v2'],
  ])('knows the text that is put together: %s', (code, expression) => {
    const targetField = '$.event.Summary';
    const scoreOf = (source: string, args: string[]) => {
      const set = { set: { source, args, targetField } };
      return scoreConversion({ ...itemOf(code, set), targetField, expression }).score;
    };
    expect(scoreOf('Fan %s', ['$.trap.variables[1].value'])).toBeGreaterThanOrEqual(0.8);
    expect(scoreOf('Fan %s', ['$.trap.variables[2].value'])).toBeLessThan(0.5);
    expect(scoreOf('Pump %s', ['$.trap.variables[1].value'])).toBeLessThan(0.5);
  });

  it.each([
    ["$Event->{Summary} = 'Fan ';\n$Event->{Summary} .= name_of($v2);", "'Fan '"],
    ["$Event->{Summary} = 'Fan ';\n$Event->{Summary} .= name_of($v2);", 'name_of($v2)'],
    ["my $name;\nread_name(\\$name);\n$Event->{Summary} = 'Fan ' . $name;", "'Fan ' . $name"],
    ['$Event->{Summary} = FAN . $v2;', 'FAN . $v2'],
    ['my ($a, $b) = ($b, $a);\n$Event->{Summary} = "Fan $a";', '"Fan $a"'],
  ])('cannot decide where a part of the text is not known: %s', (code, expression) => {
    const set = { set: { source: 'Fan %s', args: ['$.trap.variables[1].value'], targetField: '$.event.Summary' } };
    expect(scoreConversion({ ...itemOf(code, set), expression }).score).toBe(0.6);
  });

  it('cannot decide about calls that make a text in a way of their own', () => {
    for (const expression of [
      'sprintf("Port %03d", $v1)',
      'join(":", @parts)',
      'join($between, $v1)',
      'join(":", map { lc } @x)',
    ]) {
      const set = { set: { source: 'x', targetField: '$.event.Summary' } };
      const { score } = scoreConversion({
        ...itemOf(`$Event->{Summary} = ${expression};`, set),
        targetField: '$.event.Summary',
        expression,
      });
      expect([expression, score >= 0.5 && score < 0.8]).toEqual([expression, true]);
    }
  });

  it('and a rule of any text get a score or none, and never an exception', () => {
    const anything = fc.record({
      code: fc.string({ maxLength: 200 }),
      expression: fc.string({ maxLength: 60 }),
      json: fc.jsonValue(),
    });
    const perlish = fc
      .array(
        fc.constantFrom(
          '$Event->{A}',
          ' = ',
          'if (',
          ') {',
          '}',
          '"x $y"',
          ';',
          '=~',
          '/a(.*)/',
          's/a/b/',
          '.',
          '$1',
          '((',
          '\\',
          "'",
        ),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(anything, perlish, ({ code, expression, json }, text) => {
        const suggestedTemplate = { if: { conditions: json, then: json, else: { set: json } } } as JsonObject;
        for (const one of [itemOf(code, suggestedTemplate), { ...itemOf(text, suggestedTemplate), expression }]) {
          const { score } = scoreConversion(one);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        scoreConversion({ ...itemOf(text, { set: { source: 1, targetField: '$.event.Summary' } }), expression: text });
      }),
      { numRuns: 300 },
    );
  });
});
