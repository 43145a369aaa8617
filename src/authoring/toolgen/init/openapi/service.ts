import { isJsonObject, type JsonObject } from '../../../../platform/common/json.js';
import { slugOf } from '../../build/slug.js';

/** The address of the first server, variables filled; where none is named, a service on a developer's machine. */
export function serverOf({ servers }: JsonObject): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const { url = '', variables } = isJsonObject(first) ? first : {};
  const filled = String(url).replace(/\{([^{}]+)\}/g, (whole, name) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    return isJsonObject(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
  return /^https?:\/\//.test(filled) ? filled.replace(/\/$/, '') : `http://127.0.0.1:8080${filled.replace(/\/$/, '')}`;
}

/** What a document calls the service: the name, version and description of the package, as far as it says. */
export function titleOf({ info }: JsonObject): { name?: string; version?: string; description?: string } {
  const { title, version, description } = isJsonObject(info) ? info : {};
  const named = typeof title === 'string' && /[a-z0-9]/i.test(title) ? title.trim() : undefined;
  const said = typeof description === 'string' ? description.split('\n\n')[0]?.trim() : undefined;
  const what = said || named;
  return {
    ...(named !== undefined && { name: slugOf(named) }),
    ...(typeof version === 'string' && version.trim() !== '' && { version: version.trim() }),
    ...(what !== undefined && { description: what.slice(0, MAX_DESCRIPTION) }),
  };
}

const MAX_DESCRIPTION = 600;
