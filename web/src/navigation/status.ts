/** HTTP status for an error page from anything thrown: its `statusCode`, else `status`, else its response's, else 500. */
export function statusOf(error: unknown): number {
  const { statusCode, status, response } = (error ?? {}) as {
    statusCode?: unknown;
    status?: unknown;
    response?: { status?: unknown };
  };
  const given = [statusCode, status, response?.status].find((value) => typeof value === 'number' && value > 0);
  return (given as number | undefined) ?? 500;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
