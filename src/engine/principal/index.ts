export {
  type ConversationOwner,
  type Door,
  EMBEDDING_PROGRAM,
  idIn,
  nameOf,
  PRINCIPAL_KINDS,
  type Principal,
  type PrincipalKind,
  usableBy,
} from './principal.js';
