export type { Capability, CapabilityAuth, CapabilityProvider, TransformConfig } from './capability.js';
export { contentHash } from './content-hash.js';
export { describeFileProblem, type FileProblem, fileProblemAsJson, type Reading, type Region } from './file-problem.js';
export { type FoundFiles, findFiles, isYamlFile } from './find-files.js';
export { type CapabilityFile, capabilityOf, readCapabilityFile, readCapabilityText } from './read-capability-file.js';
export { readYamlFile, readYamlText } from './read-yaml-file.js';
export { type Entry, type YamlPath, YamlSource } from './yaml-source.js';
