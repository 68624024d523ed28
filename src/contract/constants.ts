/**
 * The business constants and limits of spec section 9, and those that the contract adds.
 * Each is used from here; none is typed again elsewhere. Times are milliseconds unless the name says otherwise.
 */

/** `itemNo` that asks for the full list (spec 9: the maximum safe integer). */
export const FULL_LIST_ITEM_NO = Number.MAX_SAFE_INTEGER

/** Notifications a page: in the panel, and where no size is asked for (spec 9). */
export const NOTIFICATION_PAGE_SIZE = { panel: 5, store: 10 } as const

/** A response holds at most this many notifications, whatever `itemNo` asks for; `total_count` tells of more. */
export const NOTIFICATIONS_MAX = 200

/** Rows a page where a list is paged and no `itemNo` is asked for. */
export const DEFAULT_PAGE_SIZE = 25

/** Rows of a page of a paged list at most; the full list is asked for with FULL_LIST_ITEM_NO. */
export const PAGE_ROWS_MAX = 200

/** Unread badges show at most this number, then `9+` (spec 9). */
export const BADGE_CAP = 9

/** How often the shift's status is asked for over the socket (spec 9). */
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

/** A link this near to the viewport has its screen's code fetched (spec 9), CSS pixels. */
export const PREFETCH_MARGIN = 200

/** What the dashboard shows before anyone filters (spec 9). */
export const DASHBOARD_DEFAULTS = { barType: 'DAILY', transactionType: 'WITHDRAWAL' } as const

/** Local storage key of the access token (spec 3). */
export const TOKEN_STORAGE_KEY = 'token'

/** Cookie with the routes that the menu may show early (spec 3; never trusted by the server). */
export const ALLOWED_ROUTES_COOKIE = 'allowed_routes'

/** Life of sessions and tokens, seconds (contract, Sign-in mechanism). */
export const SESSION_SECONDS = { idle: 12 * 3600, absolute: 24 * 3600, accessToken: 15 * 60, stepUp: 5 * 60 } as const

/** The console renews its token this long before the token's end. */
export const TOKEN_RENEW_BEFORE_MS = 60_000

/** Two-factor codes: a time step in seconds, how long a setup can be finished, seconds, and how many recovery codes there are. */
export const TWO_FACTOR = { stepSeconds: 30, setupSeconds: 600, recoveryCodes: 10 } as const

/** A toggle of a shift within this long of the one before is the same press. */
export const SHIFT_TOGGLE_WINDOW_MS = 2000

/** Failed attempts that are allowed in ten minutes: per account and address, per address, and wrong two-factor codes per account. */
export const SIGN_IN_LIMIT = {
  perAccountAndAddress: 10,
  perAddress: 100,
  codesPerAccount: 10,
  windowSeconds: 600,
} as const

/** A draft ends after this long. */
export const DRAFT_TTL_MS = 7 * 24 * 3600 * 1000

/** The largest request body that the server reads, bytes. */
export const MAX_BODY_BYTES = 256 * 1024

/** The largest body of a call that names many records, bytes. */
export const MANY_RECORDS_BYTES = 2 * 1024 * 1024

/** Rows of a list that is read whole, at most: as many as one call puts into an order, and as many as an import takes. */
export const WHOLE_LIST_MAX = 50_000

/** Rows of one bulk call at most: it is one transaction. */
export const BULK_ROWS_MAX = 500

/** The largest file of an import, bytes. */
export const IMPORT_BYTES = 20 * 1024 * 1024

/** At most this many changes of one subject are sent by id; where more happen at once, one message says that there were many. */
export const RECORDS_TOLD_MAX = 500

/** Changed records are fetched again at most this often. */
export const RECORD_REFETCH_MS = 250
