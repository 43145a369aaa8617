import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';

/** A text of SQL in the sources, in the pieces between what is put into it. */
export interface SourceLiteral {
  readonly file: string;
  readonly pieces: readonly string[];
}

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|LISTEN|NOTIFY|LOCK TABLE)\b/;

/** Every text of `src` that has SQL in it. */
export function sqlLiterals(): SourceLiteral[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join('src', file));
  return files.flatMap((file) => literalsOf(file).filter(({ pieces }) => SQL.test(pieces.join(' '))));
}

function literalsOf(file: string): SourceLiteral[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: SourceLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push({ file, pieces: [node.text] });
    if (ts.isTemplateExpression(node)) {
      found.push({ file, pieces: [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
