/** The business day of a store (ledger). @param store SQL of its code @param at SQL of the time @returns SQL of a date */
export const businessDay = (store: string, at: string): string =>
  `(${at} at time zone coalesce((select zone_of.business_timezone from stores zone_of where zone_of.code = ${store}), 'UTC'))::date`
