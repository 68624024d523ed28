/**
 * The business constants and limits of spec section 9, and those that the contract adds. They are defined only here.
 * Times are in milliseconds unless the name says otherwise.
 */

/** `itemNo` that requests the full list (spec 9: the maximum safe integer). */
export const FULL_LIST_ITEM_NO = Number.MAX_SAFE_INTEGER

/** Notifications per page: in the panel, and the default (spec 9). */
export const NOTIFICATION_PAGE_SIZE = { panel: 5, store: 10 } as const

/**
 * Maximum number of notifications in a response, whatever `itemNo` requests; `total_count` shows whether there are
 * more.
 */
export const NOTIFICATIONS_MAX = 200

/** Default number of rows per page of a paged list. */
export const DEFAULT_PAGE_SIZE = 25

/** Maximum number of rows per page of a paged list; the full list is requested with FULL_LIST_ITEM_NO. */
export const PAGE_ROWS_MAX = 200

/** Up to so many rows of a tab are counted; one more says that there are more, which are shown as `10,000+`. */
export const TAB_COUNT_MAX = 10_000

/** Highest number shown in an unread badge; above it the badge shows `9+` (spec 9). */
export const BADGE_CAP = 9

/** Interval at which the shift's status is requested over the socket (spec 9). */
export const SHIFT_POLL_MS = 1000

/** Lengths in characters (spec 5 and 9). */
export const LENGTH = {
  password: { min: 8, max: 20 },
  personName: { min: 2, max: 40 },
  phone: { min: 1, max: 20 },
  emailLocalPart: { max: 64 },
  email: { max: 254 },
  username: { max: 64 },
  storeCode: { max: 32 },
  slug: { max: 80 },
  freeText: { short: 255, long: 3000 },
  label: { short: 16, medium: 20, long: 32 },
  alphanumeric: { min: 8 },
} as const

/** Maximum number of tags of a record. */
export const TAGS_MAX = 20

/** The largest percentage (spec 9). */
export const PERCENTAGE_MAX = 100

/** Widths of the sidebar in CSS pixels (spec 9). */
export const SIDEBAR_WIDTH = { expanded: 280, collapsed: 140 } as const

/** How long a toast stays (spec 9). */
export const TOAST_AUTO_CLOSE_MS = 1500

/** How long 'Copied !' is shown (spec 9). */
export const COPIED_MS = 1000

/** Height at which the notification panel scrolls, CSS pixels (spec 9). */
export const NOTIFICATION_SCROLL_MAX_HEIGHT = 500

/** Socket.IO settings of the console (spec 9). */
export const SOCKET = {
  path: '/socket.io',
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
  client: 'admin',
} as const

/**
 * Changes that a console has not heard of because it read before its socket was connected. `keptMs`: for how long the server
 * keeps them. `transitMs`: added to the time that the console reports, because its report takes time to arrive.
 */
export const UNHEARD = { keptMs: 60_000, transitMs: 5_000 } as const

/** Distance of a link from the viewport, in CSS pixels, within which its screen's code is fetched (spec 9). */
export const PREFETCH_MARGIN = 200

/** The dashboard's initial filters (spec 9). */
export const DASHBOARD_DEFAULTS = { barType: 'DAILY', transactionType: 'WITHDRAWAL' } as const

/** Local storage key of the access token (spec 3). */
export const TOKEN_STORAGE_KEY = 'token'

/** Cookie with the routes that the menu may show early (spec 3; the server never trusts it). */
export const ALLOWED_ROUTES_COOKIE = 'allowed_routes'

/** Validity of sessions and tokens, in seconds (contract, Sign-in mechanism). */
export const SESSION_SECONDS = { idle: 12 * 3600, absolute: 24 * 3600, accessToken: 15 * 60, stepUp: 5 * 60 } as const

/** Time before a token's expiry at which the console renews it. */
export const TOKEN_RENEW_BEFORE_MS = 60_000

/** Two-factor codes: the time step and the time to finish a setup, in seconds, and the number of recovery codes. */
export const TWO_FACTOR = { stepSeconds: 30, setupSeconds: 600, recoveryCodes: 10 } as const

/** A second toggle of a shift within this time counts as the same press. */
export const SHIFT_TOGGLE_WINDOW_MS = 2000

/**
 * Maximum number of failed attempts in ten minutes: per account and IP address, per IP address, and wrong two-factor
 * codes per account.
 */
export const SIGN_IN_LIMIT = {
  perAccountAndAddress: 10,
  perAddress: 100,
  codesPerAccount: 10,
  windowSeconds: 600,
} as const

/** Time after which a draft expires. */
export const DRAFT_TTL_MS = 7 * 24 * 3600 * 1000

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024

/** Maximum size of the body of a call about many records, in bytes. */
export const MANY_RECORDS_BYTES = 2 * 1024 * 1024

/** Maximum number of rows of a list that is read as a whole, and so of an order and of an import. */
export const WHOLE_LIST_MAX = 50_000

/** Maximum number of rows of a bulk call, which is one transaction. */
export const BULK_ROWS_MAX = 500

/** Maximum size of an import file, in bytes. */
export const IMPORT_BYTES = 20 * 1024 * 1024

/**
 * Maximum number of changes of one subject that are sent with ids; if more happen at once, one message without ids is
 * sent.
 */
export const RECORDS_TOLD_MAX = 500

/** Minimum interval between two fetches of changed records. */
export const RECORD_REFETCH_MS = 250
