export { type ImportedFile, type ImportOptions, importOpenApi, type OpenApiImport } from './import-openapi.js';
export { readOpenApi } from './read-openapi.js';
