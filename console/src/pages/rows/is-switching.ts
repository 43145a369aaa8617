import { useIsMutating } from '@tanstack/react-query';

/** What switches are known by, of rows and of files. */
export const SWITCH = ['switch'];

/** Whether a switch is on its way: what is typed meanwhile would be forgotten with what was switched to. */
export function useIsSwitching(): boolean {
  return useIsMutating({ mutationKey: SWITCH }) > 0;
}
