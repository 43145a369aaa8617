// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders under test look like that
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json.js';
import { lookupPath, renderTemplate, templateVariables } from './template.js';

const facts: JsonObject = {
  name: 'Ada',
  order: { id: 42, lines: [{ sku: 'x1' }, { sku: 'x2' }], 'ship-to': 'Bern' },
  nothing: null,
  done: false,
};

function render(template: string, root: JsonObject = facts): string {
  return renderTemplate(template, (path) => lookupPath(root, path)).text;
}

describe('rendering', () => {
  it('puts values into the three spellings of a placeholder', () => {
    expect(render('{{name}} {{ name }} #{name} [${name}] [${ order.id }]')).toBe('Ada Ada Ada Ada 42');
  });

  it('follows paths through objects and lists', () => {
    expect(render('{{order.lines[1].sku}} to {{order.ship-to}}')).toBe('x2 to Bern');
  });

  it('writes text as it is, null as nothing and anything else as JSON', () => {
    expect(render('<{{nothing}}> {{done}} {{order.lines}}')).toBe('<> false [{"sku":"x1"},{"sku":"x2"}]');
  });

  it('never expands a value again', () => {
    const said = { name: 'Ada', text: '{{name}} #{name} [${name}] $& $1' };
    expect(render('{{text}}', said)).toBe('{{name}} #{name} [${name}] $& $1');
  });

  it('does not put two values together to a placeholder', () => {
    expect(render('{{a}}{{b}}', { a: '{{', b: 'name}}', name: 'Ada' })).toBe('{{name}}');
  });

  it('names what is missing once and puts nothing in its place', () => {
    const rendered = renderTemplate('{{a}} {{b.c}} {{a}}.', () => undefined);
    expect(rendered).toEqual({ text: '  .', missing: ['a', 'b.c'] });
  });

  it('leaves what is missing when asked to', () => {
    const rendered = renderTemplate('{{ a }} and #{b}', () => undefined, { onMissing: 'keep' });
    expect(rendered).toEqual({ text: '{{ a }} and #{b}', missing: ['a', 'b'] });
  });

  it('does not call null missing', () => {
    expect(renderTemplate('{{a}}', () => null).missing).toEqual([]);
  });

  it('asks for paths only and calls an expression missing', () => {
    const asked: string[] = [];
    const rendered = renderTemplate('{{a}}{{ 1 + 1 }}#{T(System).exit(0)}', (path) => {
      asked.push(path);
      return '';
    });
    expect(asked).toEqual(['a']);
    expect(rendered.missing).toEqual(['1 + 1', 'T(System).exit(0)']);
  });

  it('leaves other braces alone', () => {
    expect(render('{"a":{"b":1}} {name} {{}} ${name} {{{name}}}')).toBe('{"a":{"b":1}} {name} {{}} ${name} {Ada}');
  });

  it('finishes a text made of openings', () => {
    const text = '{{a #{ [${'.repeat(20_000);
    expect(render(text)).toBe(text);
  });
});

describe('looking up a path', () => {
  it('gives own properties only', () => {
    for (const path of ['constructor', '__proto__', 'order.toString', 'name.length', 'order.lines.length']) {
      expect(lookupPath(facts, path), path).toBeUndefined();
    }
  });

  it('gives nothing for a path that leads nowhere or is none', () => {
    for (const path of ['order.missing', 'order.lines[2]', 'name.first', '', 'a..b', 'order[', 'order. id']) {
      expect(lookupPath(facts, path), path).toBeUndefined();
    }
  });
});

describe('the variables of a template', () => {
  it('come once each, in order, expressions as they are written', () => {
    expect(templateVariables('{{b}} #{a.c} [${b}] {{ x ? y }}')).toEqual(['b', 'a.c', 'x ? y']);
  });
});
