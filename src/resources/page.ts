/** What a page of the console is to router, menu, palette and title: plain data. What it shows lies in its resource, loaded with its screen. */
import type { Subject } from '@contract/permissions'

/** The headed sections of the menu, in their order (look.md, Shell). */
export const SECTIONS = ['People', 'Money', 'Rewards', 'Play', 'Support', 'Content', 'Workforce', 'System'] as const
export type Section = (typeof SECTIONS)[number]

/** Groups with sub-items (spec 2). */
export type GroupTitle = 'SEO' | 'Platform Transaction' | 'Deposit' | 'Withdrawals' | 'Shift' | 'Permission'

/** Which screen shows a page. `planned`: an honest 'not available yet', until its issue replaces it. */
export type PageScreen = 'home' | 'list' | 'record' | 'planned'

export interface Page {
  readonly slug: string
  /** Path pattern; `*` ends one that takes more parts. */
  readonly route: string
  /** What the top bar says. */
  readonly title: string
  /** Place in the menu; none for pages that are reached from others. */
  readonly menu?: {
    readonly title: string
    readonly section: Section
    readonly group?: GroupTitle
    readonly icon: string
    /** Roles that do not see the entry, whatever they may open (spec 6). */
    readonly hiddenFor?: readonly string[]
  }
  /** Schema names; one of them opens the page. None: open to all who are signed in. */
  readonly subjects: readonly Subject[]
  readonly screen: PageScreen
  /** Names the resource that a `list` or `record` screen shows. */
  readonly resource?: string
  /** Of a list whose records have pages of their own, under its route: what the top bar says there. */
  readonly recordTitle?: string
  /** How the palette offers the form for a new record; none: it does not. */
  readonly create?: { readonly title: string; readonly keywords: readonly string[] }
}

/** A menu entry, exactly as spec section 3 has it. `activeSrc` and `inActiveSrc` name icons. */
export interface MenuItem {
  title: string
  url: string
  activeSrc: string
  inActiveSrc: string
  subItem: MenuItem[]
  schema_field: readonly string[]
}
