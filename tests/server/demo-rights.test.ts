/** The permission sets of the demo are those of the catalogue ('Who may'). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, canRead, type Access, type Action, type Subject } from '@contract/permissions'
import { ALL_RECORDS } from '@contract/records/records'
import type { PitbossServer } from '@server/server'
import { signedIn } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const PLAY = 'FortuneWheel SkillFortuneRecords DailySpinRecords GameRecords JackpotRecords'
const words = (text: string) => text.split(' ') as Subject[]

/** The table of the catalogue: D in front of a subject means that it can also be deleted, that is, switched. */
const TABLE: Readonly<Record<string, { write: string; read: string }>> = {
  MANAGER: {
    write:
      'TransactionRecords D:UserLevels TelegramUsers D:StorePlatforms Bonus ReferralBonus D:ReferralBonusCriteria Offers OfferClaims FortuneWheel D:DepositBonusTypes UserDocVerification',
    read: `ThirdPartyAdmins BonusHistory ReferralBonusHistory ${PLAY} NewsletterSubscribers CryptoCoins`,
  },
  SUPPORT_LEAD: {
    write: 'TelegramUsers UserDocVerification OfferClaims',
    read: 'UserLevels Bonus BonusHistory Offers',
  },
  SUPPORT_AGENT: { write: '', read: 'TelegramUsers OfferClaims BonusHistory Offers' },
  FINANCE: {
    write: 'TransactionRecords CryptoCoins DepositBonusTypes JackpotRecords OfferClaims ReferralBonusHistory',
    read: `Bonus BonusHistory UserLevels ${PLAY}`,
  },
  RISK: {
    write: 'UserDocVerification ReferralBonusHistory JackpotRecords SkillFortuneRecords DailySpinRecords',
    read: 'OfferClaims BonusHistory GameRecords TelegramUsers',
  },
  CONTENT_EDITOR: {
    write: 'D:SeoPlatforms D:BrandCategories D:GameTypes D:Games D:SeoPages D:NewsletterSubscribers',
    // The last two are added to the table, so that somebody sees masks.
    read: 'Offers Bonus FortuneWheel ThirdPartyUsers JackpotRecords',
  },
  THIRD_PARTY_ADMIN: { write: 'D:ThirdPartyUsers', read: 'StorePlatforms OfferClaims GameRecords' },
}
const SUBJECTS = [
  ...new Set(
    Object.values(TABLE)
      .flatMap(({ write, read }) => words(`${write} ${read}`))
      .filter((subject) => (subject as string) !== '')
      .map((subject) => subject.replace('D:', '') as Subject),
  ),
]
const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete']

function expectedOf(role: string): Record<string, string> {
  const { write, read } = TABLE[role]!
  const rights = new Map<string, string>()
  for (const subject of words(read)) rights.set(subject, 'read')
  for (const subject of words(write))
    rights.set(subject.replace('D:', ''), `create read update${subject.startsWith('D:') ? ' delete' : ''}`)
  return Object.fromEntries(SUBJECTS.map((subject) => [subject, rights.get(subject) ?? '']))
}
const heldBy = (access: Access): Record<string, string> =>
  Object.fromEntries(
    SUBJECTS.map((subject) => [subject, ACTIONS.filter((action) => can(access, action, subject)).join(' ')]),
  )

const databases = await testDatabases()

describe.each(databases.kinds)('the demo’s permission sets, on %s', (kind) => {
  let platform: PitbossServer
  const access = new Map<string, Access>()
  beforeAll(async () => {
    platform = await makePlatform(await databases.open(kind))
    for (const role of Object.keys(TABLE)) {
      const client = await signedIn(platform, role)
      access.set(role, (await client.get('/api/v1/user-permissions')).body.data)
    }
  })
  afterAll(() => platform.close())

  it.each(Object.keys(TABLE))('%s has the rights of the catalogue, and no others', (role) => {
    expect(heldBy(access.get(role)!)).toEqual(expectedOf(role))
  })

  it('show each masked field to some role in part, and to another whole', () => {
    const masked = ALL_RECORDS.flatMap(({ subject, allFields }) =>
      Object.entries(allFields).flatMap(([name, { maskedUnless, type }]) =>
        maskedUnless === undefined ? [] : [{ subject, name, maskedUnless, isReference: type.kind === 'reference' }],
      ),
    )
    expect(masked.length).toBeGreaterThan(2)
    for (const { subject, name, maskedUnless, isReference } of masked) {
      const readers = [...access.values()].filter((each) => canRead(each, subject, name))
      const seesWhole = (each: Access) =>
        isReference ? can(each, 'read', maskedUnless) : canRead(each, maskedUnless, name)
      expect(readers.filter(seesWhole).length, `${subject} ${name}: whole`).toBeGreaterThan(0)
      expect(readers.filter((each) => !seesWhole(each)).length, `${subject} ${name}: masked`).toBeGreaterThan(0)
    }
  })
})
