/**
 * Time to wait for what the device has stored of an earlier visit, where nothing can be done before, in milliseconds: a
 * database that never responds must not block the person for longer.
 */
export const RECALL_PATIENCE_MS = 10_000
