/** ISO 8601 in UTC with milliseconds, because connections to both databases have the time zone UTC. @param column SQL @returns SQL */
export const isoTime = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
