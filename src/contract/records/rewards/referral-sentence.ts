/** The criteria of referrals as a sentence, and what they ask of deposits. Used by the reference platform. */

/** The criteria, as a body of the preview contains them; levels by their names. */
export interface StatedCriteria {
  min_deposit?: string | null
  min_deposit_count?: number | null
  min_wager?: string | null
  kyc_required?: boolean | null
  within_days: number
  exclude_same_device?: boolean | null
  exclude_same_ip?: boolean | null
}

/** @returns the number of deposits that a new user must make: a minimum without a number asks for one */
export const depositsAsked = ({ min_deposit, min_deposit_count }: StatedCriteria): number =>
  min_deposit_count ?? (Number(min_deposit ?? 0) > 0 ? 1 : 0)

const listed = (parts: readonly string[], word: string) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)!}`

/** @param levels names of the levels that qualify; none: any level @returns one sentence in English, or two */
export function sentenceOf(criteria: StatedCriteria, levels: readonly string[]): string {
  const deposits = depositsAsked(criteria)
  const least = Number(criteria.min_deposit ?? 0) > 0 ? ` of at least ${criteria.min_deposit}` : ''
  const days = criteria.within_days === 1 ? '1 day' : `${criteria.within_days} days`
  const within = `within ${days} of signing up`
  const done = [
    ...(deposits === 0
      ? []
      : [`makes ${deposits === 1 ? `a deposit${least}` : `${deposits} deposits${least}${least && ' each'}`}`]),
    ...(Number(criteria.min_wager ?? 0) > 0 ? [`wagers at least ${criteria.min_wager}`] : []),
  ]
  const parts = [
    ...(done.length === 0 ? [] : [`${listed(done, 'and')} ${within}`]),
    ...(criteria.kyc_required === true ? ['has a verified identity'] : []),
    ...(levels.length === 0 ? [] : [`has the level ${listed(levels, 'or')}`]),
  ]
  const shared = [
    ...(criteria.exclude_same_device === true ? ['a device'] : []),
    ...(criteria.exclude_same_ip === true ? ['an address'] : []),
  ]
  const first =
    parts.length === 0
      ? 'Every referral qualifies as soon as the new user has signed up.'
      : `A referral qualifies when the new user ${listed(parts, 'and')}.`
  return shared.length === 0 ? first : `${first} It does not qualify while the two users share ${listed(shared, 'or')}.`
}
