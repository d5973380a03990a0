const FREE_FAILURES = 5;
const FIRST_DELAY_S = 30;
const LONGEST_DELAY_S = 900;

/**
 * Seconds until the next try is heard: none for the first five failures, then 30 s, doubling up to 15 minutes. It counts
 * for one account from one address, so that nobody can lock another person out.
 * @param age seconds since the last failure
 */
export function delaySeconds(failures: number, age: number): number {
  if (failures < FREE_FAILURES) return 0;
  const delay = Math.min(FIRST_DELAY_S * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_S);
  return Math.max(0, Math.ceil(delay - age));
}
