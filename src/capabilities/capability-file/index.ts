export type { Capability, CapabilityAuth, CapabilityProvider, TransformConfig } from './capability.js';
export { contentHash } from './content-hash.js';
export { describeFileProblem, type FileProblem, fileProblemAsJson, type Reading, type Region } from './file-problem.js';
export { type FoundFiles, findYamlFiles } from './find-yaml-files.js';
export { type CapabilityFile, readCapabilityFile, readCapabilityText } from './read-capability-file.js';
export { readYamlFile, readYamlText } from './read-yaml-file.js';
export { type Entry, type YamlPath, YamlSource } from './yaml-source.js';
