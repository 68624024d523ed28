/**
 * All decisions about permissions: the menu, routes, buttons, columns and the server use these functions (spec 6;
 * contract, Access). Closed by default: without a rule nothing is allowed.
 */

/** The only role that the code names; all others come from the server (contract, Access). */
export const SUPER_ADMIN = 'SUPER_ADMIN'

/** Schema names, one for each route, and AuditLog (screens.md, permission_set). */
export const SUBJECTS = [
  'Dashboard',
  'Admins',
  'Users',
  'ThirdPartyAdmins',
  'ThirdPartyUsers',
  'StorePlatforms',
  'UserPlatforms',
  'UserDocVerification',
  'UserLevels',
  'TelegramUsers',
  'Bonus',
  'BonusHistory',
  'ReferralBonus',
  'ReferralBonusCriteria',
  'ReferralBonusHistory',
  'CryptoCoins',
  'Offers',
  'OfferClaims',
  'FortuneWheel',
  'SkillFortuneRecords',
  'DailySpinRecords',
  'GameRecords',
  'JackpotRecords',
  'TransactionRecords',
  'Discrepancies',
  'QuickChat',
  'SupportTickets',
  'DepositBonusTypes',
  'NewsletterSubscribers',
  'Settings',
  'TicketStatus',
  'TicketCategory',
  'SeoPlatforms',
  'BrandCategories',
  'GameTypes',
  'Games',
  'SeoPages',
  'PlatformDeposits',
  'PlatformWithdrawals',
  'ManualDeposits',
  'CryptoDeposits',
  'ManualWithdrawals',
  'CryptoWithdrawals',
  'Shifts',
  'ShiftTemplates',
  'AssignShifts',
  'ShiftHistory',
  'PermissionSets',
  'AssignPermissions',
  'AuditLog',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** Subjects of those who sign in: staff to this console, users to the platform. */
export const ACCOUNT_SUBJECT = { STAFF: 'Admins', USER: 'Users' } as const satisfies Record<string, Subject>

export const ACTIONS = ['create', 'read', 'update', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

/** Means every page, or every field. */
export const EVERYTHING = '*'

/** One permission: an action on a subject, and for `read` the visible fields (`*` for all, including later ones). */
export interface Permission {
  action: Action
  subject: Subject | typeof EVERYTHING
  fields: string[]
}

/** A store as the access response names it. */
export interface AccessStore {
  code: string
  name: string
  /** A disabled store keeps its records, but gets no new ones. */
  is_deleted: boolean
}

/** The pages that a person may open, and their permissions (spec 3, Access response). */
export interface Access {
  accessible_pages: string[]
  permissions: Permission[]
  /** The stores whose records the person may see and write; missing where they do not matter. */
  stores?: AccessStore[]
}

/** The permissions on one subject (spec 6). */
export interface SubjectRights {
  create: boolean
  /** Readable fields; `['*']` for all; empty if nothing may be read. */
  read: readonly string[]
  update: boolean
  delete: boolean
  /** Derived from delete. */
  enable_disable: boolean
}

export const NO_ACCESS: Access = { accessible_pages: [], permissions: [] }
const ALL_RIGHTS: SubjectRights = { create: true, read: [EVERYTHING], update: true, delete: true, enable_disable: true }

/** Whether the person has all permissions ('*'). */
export const hasEverything = (access: Access): boolean => access.accessible_pages.includes(EVERYTHING)

/**
 * Whether a page or menu entry may be shown.
 * @param subjects the entry's schema names; an entry without any (Home) is open to everybody who is signed in
 */
export const canOpen = (access: Access, subjects: readonly string[]): boolean =>
  subjects.length === 0 ||
  hasEverything(access) ||
  subjects.some((subject) => access.accessible_pages.includes(subject))

/** The rights on one subject, derived from the permission list (spec 6). */
export function rightsOn(access: Access, subject: Subject): SubjectRights {
  if (hasEverything(access)) return ALL_RIGHTS
  const entries = access.permissions.filter((entry) => entry.subject === subject || entry.subject === EVERYTHING)
  const has = (action: Action) => entries.some((entry) => entry.action === action)
  const fields = new Set(entries.filter((entry) => entry.action === 'read').flatMap((entry) => entry.fields))
  return {
    create: has('create'),
    read: fields.has(EVERYTHING) ? [EVERYTHING] : [...fields],
    update: has('update'),
    delete: has('delete'),
    enable_disable: has('delete'),
  }
}

/** Whether an action on a subject is allowed. `read` is allowed if at least one field is readable. */
export function can(access: Access, action: Action, subject: Subject): boolean {
  const rights = rightsOn(access, subject)
  return action === 'read' ? rights.read.length > 0 : rights[action]
}

/** Whether one field of a subject may be read. */
export function canRead(access: Access, subject: Subject, field: string): boolean {
  const { read } = rightsOn(access, subject)
  return read.includes(EVERYTHING) || read.includes(field)
}

/** The field with the store of a record. */
export const STORE_FIELD = 'store_code'

/**
 * Whether lists and pages show one field of a subject. The store is shown to people who see several, because for others
 * it is the same in every row.
 */
export const isOffered = (access: Access, subject: Subject, field: string): boolean =>
  canRead(access, subject, field) && (field !== STORE_FIELD || access.stores?.length !== 1)

/** The stores among which the person chooses for a new record; empty if there is nothing to choose. */
export function storesToChoose({ stores = [] }: Access): readonly AccessStore[] {
  const open = stores.filter(({ is_deleted }) => !is_deleted)
  return open.length > 1 ? open : []
}

/** The rights of one access that another one lacks; `*` where that is everything. */
export function missingRights(own: Access, other: Access): Permission[] {
  if (hasEverything(own)) return []
  if (hasEverything(other)) return [{ action: 'read', subject: EVERYTHING, fields: [EVERYTHING] }]
  return other.permissions.filter(
    ({ action, subject, fields }) =>
      subject === EVERYTHING ||
      !can(own, action, subject) ||
      (action === 'read' &&
        !rightsOn(own, subject).read.includes(EVERYTHING) &&
        !fields.every((field) => canRead(own, subject, field))),
  )
}

/** Whether one access includes another: nobody may change an account with more rights than their own. */
export const covers = (own: Access, other: Access): boolean => missingRights(own, other).length === 0
