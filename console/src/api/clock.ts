/** How far the service's clock is ahead of this machine's, in milliseconds: to a second, as answers tell it. */
let aheadMs = 0;

export function noteClock({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(told)) aheadMs = told - Date.now();
}

/** The time as the service has it, which has written the times that are shown. Epoch milliseconds. */
export function serviceNow(): number {
  return Date.now() + aheadMs;
}
