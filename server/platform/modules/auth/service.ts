/** Signing in: the order of checks, their delays, and the code of each refusal (contract, Sign-in mechanism). */
import { codeDigits } from '@contract/codes'
import { SIGN_IN_ERROR, type SignInErrorCode } from '@contract/errors'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Origin } from '@server/platform/operations/call'
import { base64Of } from '@server/platform/lib/bytes'
import { randomBytes, randomToken } from '@server/platform/lib/random'
import type { Keys } from '@server/platform/lib/secrets'
import { pause } from '@server/platform/lib/timers'
import type { Crypto } from '@server/platform/ports/crypto'
import { writeAudit } from '@server/platform/modules/audit/entry'
import type { SecondFactor } from '@server/platform/modules/two-factor/second-factor'
import type { AuthRepository, SignInAccount } from './repository'

/** Failures without a delay; each further one waits twice as long as the previous one, up to a second. */
const FREE_FAILURES = 3
const SLOWEST_MS = 1000

export type SignInResult =
  | { ok: true; token: string; expires: number }
  | { ok: false; code: SignInErrorCode; retryAfter?: number }

/** Reason why credentials are refused. */
interface Problem {
  code: SignInErrorCode
  /** It counts as a failed attempt. */
  counts: boolean
  /** Seconds until the next attempt is allowed. */
  retryAfter?: number
}
type Checked =
  | { verified: SignInAccount; /** The second factor that was accepted. */ factor: 'app' | 'recovery-code' | null }
  | { accountId: string | null; problem: Problem }

export interface Credentials {
  email: string
  password: string
  two_fa_token?: string | null
}

export type AuthService = ReturnType<typeof createAuthService>

export interface AuthServiceDeps {
  db: Db
  repository: AuthRepository
  secondFactor: SecondFactor
  keys: Keys
  crypto: Crypto
  clock: Clock
}

export function createAuthService({ db, repository, secondFactor, keys, crypto, clock }: AuthServiceDeps) {
  /** The password for an unknown email is checked against this hash, so that it takes as long as a wrong password. */
  const nobodysHash = crypto.hashPassword(randomToken())

  /** Checks the second factor. @returns the accepted factor (null where two-factor is off), or the reason for the refusal */
  async function checkSecondFactor(
    account: SignInAccount,
    given: string,
  ): Promise<{ factor: 'app' | 'recovery-code' | null } | { problem: Problem }> {
    if (!account.two_fa_enabled || !account.two_fa_secret) return { factor: null }
    if (codeDigits(given) === '') return { problem: { code: SIGN_IN_ERROR.twoFactorRequired, counts: false } }
    const checked = await secondFactor.check(account.id, account.two_fa_secret, given)
    if (checked.accepted !== null) return { factor: checked.accepted }
    const { retryAfter } = checked
    return retryAfter === null
      ? { problem: { code: SIGN_IN_ERROR.wrongTwoFactorToken, counts: true } }
      : { problem: { code: SIGN_IN_ERROR.tooManyAttempts, counts: false, retryAfter } }
  }

  /** @returns the account as it was when verified, or the reason why the credentials are refused */
  async function check({ email, password, two_fa_token }: Credentials): Promise<Checked> {
    const account = await repository.accountByEmail(email)
    const isRight = await crypto.verifyPassword(account?.password_hash ?? (await nobodysHash), password)
    const accountId = account?.id ?? null
    if (!account || !isRight) return { accountId, problem: { code: SIGN_IN_ERROR.wrongEmailOrPassword, counts: true } }
    if (account.is_deleted) return { accountId, problem: { code: SIGN_IN_ERROR.accountDisabled, counts: false } }
    const second = await checkSecondFactor(account, two_fa_token ?? '')
    return 'problem' in second ? { accountId, ...second } : { verified: account, ...second }
  }

  /** Writes a refused sign-in to the audit log. */
  const auditRefusal = (accountId: string | null, reason: SignInErrorCode, origin: Origin) =>
    writeAudit(
      db,
      clock,
      { actorId: accountId, action: 'sign-in', subject: 'Session', origin, result: 'DENIED', reason },
      accountId,
    )

  return {
    /**
     * Signs in with a password and, where it is on, a second factor.
     * @returns the session's token, or the code of the refusal (contract, Sign-in mechanism)
     */
    async signIn(credentials: Credentials, origin: Origin): Promise<SignInResult> {
      const attempt = await repository.beginAttempt(credentials.email, origin.ip)
      if (attempt.retryAfter !== null)
        return { ok: false, code: SIGN_IN_ERROR.tooManyAttempts, retryAfter: attempt.retryAfter }
      const checked = await check(credentials)
      if ('problem' in checked) {
        const { accountId, problem } = checked
        const { code, counts, retryAfter } = problem
        if (!counts) await repository.takeBackAttempt(attempt.id)
        await auditRefusal(accountId, code, origin)
        const slower = attempt.failedBefore - FREE_FAILURES
        if (counts && slower >= 0) await pause(Math.min(SLOWEST_MS, 100 * 2 ** slower))
        return { ok: false, code, retryAfter }
      }
      await repository.takeBackAttempt(attempt.id)
      const account = checked.verified
      const session = await repository.createSession(account, origin)
      if (!session) {
        // The account was changed while its password was being checked: what was verified is no longer current.
        const current = await repository.accountByEmail(credentials.email)
        const reason = current?.is_deleted ? SIGN_IN_ERROR.accountDisabled : SIGN_IN_ERROR.wrongEmailOrPassword
        await auditRefusal(account.id, reason, origin)
        return { ok: false, code: reason }
      }
      const head = { actorId: account.id, action: 'sign-in', subject: 'Session', origin }
      await writeAudit(db, clock, head, session.id, checked.factor && { second_factor: checked.factor })
      return { ok: true, token: session.token, expires: session.expires }
    },
    /** @returns base64 of the key of a person's drafts; created with the first session */
    async draftKey(staffId: string, sealed: string | null): Promise<string> {
      const kept = sealed ?? (await repository.keepDraftKey(staffId, keys.encrypt(randomBytes(32))))
      return base64Of(keys.decrypt(kept))
    },
  }
}
