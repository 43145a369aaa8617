import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isJsonObject, type JsonValue, jsonDepth } from '../../../platform/common/json.js';
import { ToolError } from '../../tool-error.js';

const MAX_DEPTH = 100;
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: true,
  textNodeName: '#text',
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // A version or a postal code is no number.
  parseTagValue: false,
  parseAttributeValue: false,
});

/**
 * The root of an XML document as JSON: elements by their local names, attributes as `@name`, text as `#text`, lists where
 * an element is repeated; all values are text.
 * @throws ToolError for what is no XML, and for documents that define entities of their own
 */
export function xmlToJson(text: string): JsonValue {
  if (/<!DOCTYPE[^>]*\[/i.test(text)) throw new ToolError('HTTP_API call was answered with XML that defines entities');
  const checked = XMLValidator.validate(text);
  if (checked !== true) {
    throw new ToolError(`HTTP_API call was answered with XML that cannot be read: ${checked.err.msg}`);
  }
  const document = parse(text);
  const [root = {}] = isJsonObject(document) ? Object.values(document) : [];
  return root;
}

function parse(text: string): JsonValue {
  const tooDeep = 'HTTP_API call was answered with XML that nests too deeply';
  try {
    const document = PARSER.parse(text) as JsonValue;
    if (jsonDepth(document, MAX_DEPTH + 1) <= MAX_DEPTH) return withoutEmptyText(document);
  } catch (error) {
    // The library goes down by recursion.
    throw new ToolError(tooDeep, { cause: error });
  }
  throw new ToolError(tooDeep);
}

/** The library gives elements that hold elements alone an empty text. */
function withoutEmptyText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutEmptyText);
  if (!isJsonObject(value)) return value;
  const children = Object.entries(value).filter(([name, child]) => name !== '#text' || child !== '');
  return Object.fromEntries(children.map(([name, child]) => [name, withoutEmptyText(child)]));
}
