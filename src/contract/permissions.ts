/**
 * Permissions have one home: the same functions answer for menu, route, button, column and server
 * (spec 6; contract, Access). By default closed: no rule means no.
 */

/** The one role that the console knows by name; all others come from the server (contract, Access). */
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

export const ACTIONS = ['create', 'read', 'update', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

/** Stands for every page, or for every field. */
export const EVERYTHING = '*'

/** One right: an action on a subject, and for `read` the fields that are seen (`*` for all, later ones too). */
export interface Permission {
  action: Action
  subject: Subject | typeof EVERYTHING
  fields: string[]
}

/** What a person may open and do (spec 3, Access response). */
export interface Access {
  accessible_pages: string[]
  permissions: Permission[]
}

/** What one may do with one subject (spec 6). */
export interface SubjectRights {
  create: boolean
  /** Fields that may be read; `*` alone for all; empty when nothing may be read. */
  read: readonly string[]
  update: boolean
  delete: boolean
  /** Derived from delete. */
  enable_disable: boolean
}

export const NO_ACCESS: Access = { accessible_pages: [], permissions: [] }
const ALL_RIGHTS: SubjectRights = { create: true, read: [EVERYTHING], update: true, delete: true, enable_disable: true }

/** Whether the person is given everything ('*'). */
export const hasEverything = (access: Access): boolean => access.accessible_pages.includes(EVERYTHING)

/**
 * Whether a page or menu entry may be shown.
 * @param subjects the entry's schema names; an entry without any (Home) is open to all who are signed in
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

/** Whether one action on a subject is allowed. `read` is allowed when at least one field is. */
export function can(access: Access, action: Action, subject: Subject): boolean {
  const rights = rightsOn(access, subject)
  return action === 'read' ? rights.read.length > 0 : rights[action]
}

/** Whether one field of a subject may be read. */
export function canRead(access: Access, subject: Subject, field: string): boolean {
  const { read } = rightsOn(access, subject)
  return read.includes(EVERYTHING) || read.includes(field)
}
