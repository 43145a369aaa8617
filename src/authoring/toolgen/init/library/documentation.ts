import { ts } from '@ts-morph/common';

/** What a comment says of a function, a parameter or a property, as one line; empty where there is none. */
export function textOf(documented: ts.Symbol | ts.Signature, checker: ts.TypeChecker): string {
  const parts = ts.displayPartsToString(documented.getDocumentationComment(checker));
  const text = parts === '' && 'valueDeclaration' in documented ? besideText(documented.valueDeclaration) : parts;
  return (text === '' ? taggedText(documented, checker) : text)
    .replace(/\{@link\s+([^}|\s]+)[^}]*\}/g, '$1')
    .replace(/^-\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What stands behind `@summary` or `@description`, its first paragraph. */
function taggedText(documented: ts.Symbol | ts.Signature, checker: ts.TypeChecker): string {
  const tags = documented.getJsDocTags(checker);
  const texts = ['summary', 'description', 'desc'].map((name) => tags.find((tag) => tag.name === name)?.text);
  const text = ts.displayPartsToString(texts.find((one) => one !== undefined));
  return text.split(/\n\s*\n/)[0] ?? '';
}

/** A comment between a brace and the property behind it, on one line: TypeScript takes it for one of the brace. */
function besideText(property: ts.Declaration | undefined): string {
  if (!property || !(ts.isPropertySignature(property) || ts.isMethodSignature(property))) return '';
  const before = property.getSourceFile().text.slice(property.pos, property.getStart());
  return (/^[ \t]*\/\*\*([^@]*?)\*\/\s*$/.exec(before)?.[1] ?? '').replace(/^\s*\*/gm, '');
}

/** Whether a comment says that it is not for others. */
export function isInternal(documented: ts.Symbol | ts.Signature, checker: ts.TypeChecker): boolean {
  return documented.getJsDocTags(checker).some(({ name }) => /^(private|internal|ignore)$/.test(name));
}
