export {
  checkJsonPath,
  compileJsonPath,
  type JsonPath,
  jsonPathHolds,
  readJsonPath,
} from './json-path.js';
