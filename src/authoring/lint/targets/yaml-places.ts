import type { YamlPath, YamlSource } from '../../../tools/sources/files/capability-file/index.js';
import type { Place, TargetPath } from '../lint-target.js';

/**
 * Where the parts of a tool stand in a YAML or JSON document: of the tool's own fields the value, below them the key.
 * @param yamlPath where a part stands, from the root of the document
 */
export function yamlPlaces(source: YamlSource, yamlPath: (path: TargetPath) => YamlPath): (path: TargetPath) => Place {
  return (path) => {
    const at = yamlPath(path);
    const region = path.length > 1 ? source.keyRegion(at) : source.valueRegion(at);
    return { kind: 'file', file: source.file, region };
  };
}
