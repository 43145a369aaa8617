export {
  ApiBody,
  ApiExcludeController,
  ApiExcludeEndpoint,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from './decorators.js';
