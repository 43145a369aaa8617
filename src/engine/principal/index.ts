export {
  type Door,
  EMBEDDING_PROGRAM,
  nameOf,
  PRINCIPAL_KINDS,
  type Principal,
  type PrincipalKind,
  usableBy,
} from './principal.js';
