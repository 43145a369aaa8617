export {
  ApiBody,
  ApiExcludeController,
  ApiExcludeEndpoint,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from './decorators.js';
