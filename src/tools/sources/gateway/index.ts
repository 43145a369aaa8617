export { answerGateway, didYouMean, GatewayExecutor } from './gateway.executor.js';
export { GatewaySource } from './gateway.source.js';
export { callsOthers, meantCall } from './gateway-tools.js';
