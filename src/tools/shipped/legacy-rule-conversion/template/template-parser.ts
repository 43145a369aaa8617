import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import { templatePath } from '../references.js';
import { type Expression, type Statement } from '../rule.js';
import { readConditions } from './conditions.js';
import { TemplateFindings } from './findings.js';
import { checkPattern } from './patterns.js';
import { isProcessor, PROCESSORS } from './processors.js';
import { opaque, readPath, readValue } from './values.js';

/** A template as a program, and what was noticed while it was read. */
export interface ReadTemplate {
  readonly statements: readonly Statement[];
  readonly findings: TemplateFindings;
}

/** Fields that may stand beside a processor. */
const BESIDE = new Set(['ignoreFailure', 'onFailure', 'fallback', 'copy', 'description']);
const DEEPEST = 30;

/**
 * Reads a proposed template. Three dialects are in use: processors as the target system documents them
 * (`{ "set": { "source", "targetField" } }`), those a converter writes (`if.condition.regex`, `lookup` beside `copy`),
 * and a short form (`{ "type": "if", "conditions": ["a == 'b'"], "then": { "set": { "event.severity": 4 } } }`).
 */
export function readTemplate(template: JsonValue): ReadTemplate {
  const findings = new TemplateFindings();
  return { statements: new TemplateParser(findings).steps(template, 0), findings };
}

class TemplateParser {
  constructor(private readonly findings: TemplateFindings) {}

  /** One processor, or a list of them. */
  steps(value: JsonValue | undefined, depth: number): Statement[] {
    if (depth > DEEPEST) return this.wrong('the template is nested too deeply');
    if (Array.isArray(value)) return value.flatMap((one) => this.steps(one, depth + 1));
    if (!isJsonObject(value)) return this.wrong(`a processor is an object, not ${JSON.stringify(value ?? null)}`);
    if (typeof value.type === 'string') return this.shortForm(value, depth);
    const names = Object.keys(value).filter((name) => isJsonObject(value[name]) && !BESIDE.has(name));
    const [name = Object.keys(value)[0], ...more] = names.length > 0 ? names : Object.keys(value);
    if (name === undefined) return this.wrong('a processor is missing');
    if (more.length > 0) return [name, ...more].flatMap((one) => this.steps({ [one]: value[one] ?? null }, depth + 1));
    return this.processor(name, isJsonObject(value[name]) ? value[name] : {}, value, depth);
  }

  /** `{ "type": "set", … }` is `{ "set": { … } }`. */
  private shortForm({ type, ...fields }: JsonObject, depth: number): Statement[] {
    this.findings.warnings.add(`non-FCOM ${type} dialect`);
    return this.processor(String(type), fields, fields, depth);
  }

  private processor(name: string, fields: JsonObject, beside: JsonObject, depth: number): Statement[] {
    if (!isProcessor(name)) {
      this.findings.syntax.push(`there is no processor "${name}"`);
      return this.assign(name, fields.targetField, opaque(fields));
    }
    if (name === 'set' && isFieldMap(fields)) return this.setEach(fields);
    const missing = PROCESSORS[name]?.required.filter((names) => !names.some((one) => fields[one] !== undefined)) ?? [];
    const isNested = name === 'lookup' && isJsonObject(beside.copy);
    if (missing.length > 0 && !isNested) {
      for (const names of missing) this.findings.syntax.push(`${name} needs ${names.join(' or ')}`);
      return this.assign(name, fields.targetField, opaque(fields));
    }
    if (name === 'if') return [this.conditional(fields, depth)];
    if (name === 'switch') return this.cases(fields, depth);
    const target = fields.targetField ?? (isJsonObject(beside.copy) ? beside.copy.targetField : undefined);
    return this.assign(name, target, this.valueOf(name, fields));
  }

  /** What a processor leaves in its target. */
  private valueOf(name: string, fields: JsonObject): Expression {
    switch (name) {
      case 'set':
      case 'copy':
      case 'interpolate':
        return readValue(fields.source, fields.args, this.findings);
      case 'eval':
        return readValue({ eval: fields.source ?? null }, undefined, this.findings);
      case 'regex':
        return this.capture(fields);
      case 'replace': {
        const pattern = fields.regex === false ? String(fields.pattern) : checkPattern(fields.pattern, this.findings);
        const source = readValue(fields.source, undefined, this.findings);
        return { kind: 'substitution', source, pattern: pattern ?? '', by: String(fields.replacement) };
      }
      case 'lookup':
        return this.lookup(fields);
      default:
        return opaque({ [name]: fields });
    }
  }

  private capture(fields: JsonObject): Expression {
    const pattern = checkPattern(fields.pattern, this.findings);
    const source = readValue(fields.source ?? fields.value, undefined, this.findings);
    if (pattern === undefined) return opaque(fields);
    const group = Number(fields.group ?? fields.captureGroup ?? 1);
    return { kind: 'capture', group, of: { kind: 'match', source, pattern } };
  }

  private lookup({ source, properties }: JsonObject): Expression {
    if (!isJsonObject(properties)) return opaque(source);
    const { table, key, property } = properties;
    if (typeof table !== 'string' || key === undefined) return opaque({ source: source ?? null, properties });
    const keyValue = readValue(key, undefined, this.findings);
    const name = typeof property === 'string' ? property.toLowerCase() : '';
    return { kind: 'lookup', table: table.toLowerCase(), key: keyValue, property: name };
  }

  private conditional(fields: JsonObject, depth: number): Statement {
    return {
      kind: 'if',
      when: readConditions(fields.conditions ?? fields.condition, this.findings),
      body: this.steps(fields.then, depth + 1),
      otherwise: fields.else === undefined || fields.else === null ? [] : this.steps(fields.else, depth + 1),
    };
  }

  /** The first case that fits, else the default. */
  private cases(fields: JsonObject, depth: number): Statement[] {
    const { source, operator = '==', case: cases, default: otherwise } = fields;
    if (!Array.isArray(cases) || typeof source !== 'string')
      return this.wrong('switch needs a source and a list of cases');
    const last = otherwise === undefined || otherwise === null ? [] : this.steps(otherwise, depth + 1);
    return cases.reduceRight<Statement[]>((rest, one) => {
      if (!isJsonObject(one)) return this.wrong('a case of switch is an object');
      const when = readConditions({ property: source, operator, value: one.match ?? null }, this.findings);
      return [{ kind: 'if', when, body: this.steps(one.then, depth + 1), otherwise: rest }];
    }, last);
  }

  /** `{ "set": { "event.severity": 4 } }` */
  private setEach(fields: JsonObject): Statement[] {
    return Object.entries(fields).flatMap(([target, value]) =>
      this.assign('set', target, readValue(value, undefined, this.findings)),
    );
  }

  private assign(processor: string, target: JsonValue | undefined, value: Expression): Statement[] {
    if (typeof target !== 'string') return [];
    const name = templatePath(target);
    readPath(target, this.findings);
    this.findings.assigning.push({ processor, target: name });
    return [{ kind: 'assign', target: name, value }];
  }

  private wrong(problem: string): Statement[] {
    this.findings.syntax.push(problem);
    return [];
  }
}

/** Fields by their paths, instead of `source` and `targetField`. */
function isFieldMap(fields: JsonObject): boolean {
  const names = Object.keys(fields);
  return names.length > 0 && names.every((name) => /^(\$\.)?[\w-]+\./.test(name));
}
