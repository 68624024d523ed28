/** Input of the cases: a back end, accounts on it, and signed-in clients. */
import assert from 'node:assert/strict'
import { generate } from 'otplib'
import { io, type Socket } from 'socket.io-client'
import { SOCKET, TWO_FACTOR } from '@contract/constants'
import { operationById, EVERY_OPERATION } from '@contract/http/catalogue'
import type { AnyOperation } from '@contract/http/operation'
import { can, type Access, type Action, type Permission, type Subject } from '@contract/permissions'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'
import { Client } from './client'
import { Uploads } from './uploads'

export type ConsoleSocket = Socket<ServerToClientEvents, ClientToServerEvents>

export interface Account {
  role: string
  email: string
  password: string
}

/** A role that a case needs and that no back end has by default. */
export interface CaseRole {
  name: string
  permissions: readonly Permission[]
  /** Its people belong to a partner's store and cannot see other stores. */
  isPartner: boolean
}

/** A key of the users' apps. */
export interface AppKey {
  id: string
  key: string
}

/** Access of the tests to a back end beyond its API. */
export interface BackDoor {
  addRole(role: CaseRole): Promise<void>
  /** Codes of a partner's store, and of the one that most rows belong to. */
  partnerStore: string
  ownStore: string
  /** Creates a key of the users' apps for a store. */
  addAppKey(store: string): Promise<AppKey>
  revokeAppKey(id: string): Promise<void>
  /** Makes every claim of a record expire. @param record its name */
  expireClaims(record: string): Promise<void>
  /** The user pays half as much again as a crypto deposit asks for, with all confirmations. @param reference of the deposit */
  overpay?: (reference: string) => Promise<void>
}

/** One requirement of the contract. `run` throws where the back end violates it. */
export interface Case {
  name: string
  /** It changes data, or could do so on a faulty back end. */
  writes?: true
  /** Roles of the accounts that it needs. */
  roles?: readonly string[]
  run(environment: Environment): Promise<void>
}

/** Whether a write to this path can change what a read returned. */
type EndedBy = (path: string) => boolean
const BY_EVERY_WRITE: EndedBy = () => true
/** The rights of the given accounts, which no case changes in another way. */
const BY_PERMISSIONS: EndedBy = (path) => path.includes('permission')

/** A case cannot be checked with the given accounts: it neither passes nor fails. */
export class NotPossible extends Error {}

/** A back end under test. Create one for a whole run: clients stay signed in. */
export class Environment {
  readonly host: string
  readonly accounts: readonly Account[]
  readonly #clients = new Map<string, Promise<Client>>()
  readonly #backDoor: BackDoor | null
  readonly #appKeys = new Map<string, Promise<AppKey>>()
  /** Method and path of each successful call. */
  readonly #done = new Set<string>()
  /** Cached reads, by name, with the writes that end them. */
  readonly #read = new Map<string, { value: Promise<unknown>; endedBy: EndedBy }>()
  readonly uploads = new Uploads()
  readonly #io: typeof io
  readonly #codeOf: (secret: string, at: number) => Promise<string>
  readonly #sockets: ConsoleSocket[] = []
  #count = 0

  /**
   * @param connect socket.io-client's `io`; for tests that need another build of it
   * @param codeOf the code of an authenticator app for a secret at a time in seconds; for back ends that simulate it
   * @param backDoor adds roles; without it, cases that need one cannot be checked
   */
  constructor(
    host: string,
    accounts: readonly Account[],
    connect: typeof io = io,
    codeOf = (secret: string, epoch: number) => generate({ secret, epoch }),
    backDoor: BackDoor | null = null,
  ) {
    this.#codeOf = codeOf
    this.#backDoor = backDoor
    this.host = host.replace(/\/$/, '')
    this.accounts = accounts
    this.#io = connect
  }

  /** Opens a socket like the console. The caller closes it. */
  connect(auth: object): ConsoleSocket {
    return this.#io(this.host, {
      path: SOCKET.path,
      transports: ['websocket'],
      auth,
      forceNew: true,
      reconnection: false,
    })
  }

  /** Opens a socket that stays open until `close`. */
  async keepConnected(auth: object): Promise<void> {
    const socket = this.connect(auth)
    this.#sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
  }
  /** Closes the sockets that were kept. */
  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }

  /** The code of a secret, now or a number of 30 s steps later. */
  codeOf(secret: string, stepsAhead = 0): Promise<string> {
    return this.#codeOf(secret, Math.floor(Date.now() / 1000) + stepsAhead * TWO_FACTOR.stepSeconds)
  }

  /** The error that a case throws where it cannot be checked. */
  cannot(why: string): NotPossible {
    return new NotPossible(why)
  }

  /** A client without a session. */
  fresh(): Client {
    return new Client(this.host, {
      beforeWrite: (path) => {
        for (const [name, { endedBy }] of this.#read) if (endedBy(path)) this.#read.delete(name)
      },
      answered: (method, path, status, body) => {
        this.uploads.settle(body, status >= 400)
        if (status < 300) this.#done.add(`${method} ${path}`)
      },
    })
  }

  account(role: string): Account {
    const account = this.accounts.find((candidate) => candidate.role === role)
    assert.ok(account, `an account of the role ${role} is given`)
    return account
  }

  /** The client that is signed in with a role's account; always the same one. */
  as(role: string): Promise<Client> {
    const known = this.#clients.get(role)
    if (known) return known.then((client) => client.renewed())
    const made = (async () => {
      const client = this.fresh()
      const { email, password } = this.account(role)
      await client.signIn(email, password)
      return client
    })()
    this.#clients.set(role, made)
    return made
  }

  /**
   * A client in a role that is created for the cases; always the same one.
   * @throws NotPossible where roles cannot be added
   */
  inRole(role: CaseRole): Promise<Client> {
    const known = this.#clients.get(role.name)
    if (known) return known.then((client) => client.renewed())
    const backDoor = this.#backDoor
    if (!backDoor) throw new NotPossible('it needs a role that this back end does not have')
    const made = (async () => {
      await backDoor.addRole(role)
      const creator = await this.whoMay(['create', 'Admins'])
      const unique = this.unique()
      const [email, password] = [`${unique}@contract.example`, 'Contract#2026']
      const added = await creator.send('POST', operationById('admin.create').path, {
        body: {
          first_name: 'Contract',
          last_name: 'Role',
          username: `role_${unique}`,
          email,
          role: role.name,
          password,
          confirm_password: password,
          ...(role.isPartner && { third_party_store_code: backDoor.partnerStore }),
        },
      })
      assert.equal(added.status, 200, `somebody of the role ${role.name} can be added: ${added.text}`)
      const client = this.fresh()
      await client.signIn(email, password)
      return client
    })()
    this.#clients.set(role.name, made)
    return made
  }

  /** Code of a partner's store. @throws NotPossible where there is none */
  get partnerStore(): string {
    return this.#needBackDoor().partnerStore
  }

  /** Code of the store that most rows belong to. @throws NotPossible where it is not known */
  get ownStore(): string {
    return this.#needBackDoor().ownStore
  }

  /** The key of an app for a store; always the same one. @throws NotPossible where keys cannot be created */
  async appKey(store: string): Promise<string> {
    const known = this.#appKeys.get(store) ?? this.#needBackDoor().addAppKey(store)
    this.#appKeys.set(store, known)
    return (await known).key
  }
  /** A new key that the case revokes itself. @throws NotPossible where keys cannot be created */
  async ownAppKey(store: string): Promise<{ key: string; revoke: () => Promise<void> }> {
    const { id, key } = await this.#needBackDoor().addAppKey(store)
    return { key, revoke: () => this.#needBackDoor().revokeAppKey(id) }
  }
  /** A revoked key. @throws NotPossible where keys cannot be created */
  async revokedAppKey(store: string): Promise<string> {
    const { key, revoke } = await this.ownAppKey(store)
    await revoke()
    return key
  }
  /** A client with the key of an app for a store. @throws NotPossible where keys cannot be created */
  async asApp(store = this.partnerStore): Promise<Client> {
    const client = this.fresh()
    client.appKey = await this.appKey(store)
    return client
  }
  /** Makes every claim of a record expire. @throws NotPossible where the clock cannot be moved */
  async expireClaims(record: string): Promise<void> {
    await this.#needBackDoor().expireClaims(record)
    this.forget()
  }
  /** A user pays more than a crypto deposit asks for. @throws NotPossible where nobody can */
  async overpay(reference: string): Promise<void> {
    const { overpay } = this.#needBackDoor()
    if (!overpay) throw this.cannot('it has no wallet service whose users pay')
    await overpay(reference)
    this.forget()
  }
  #needBackDoor(): BackDoor {
    if (!this.#backDoor) throw new NotPossible('it needs what this back end cannot be asked for by its API')
    return this.#backDoor
  }

  /**
   * Caches a read until any client writes.
   * @param endedBy whether a write to a path ends it; without it, each does
   */
  once<T>(name: string, read: () => Promise<T>, endedBy = BY_EVERY_WRITE): Promise<T> {
    const known = this.#read.get(name)
    if (known) return known.value as Promise<T>
    const value = read()
    this.#read.set(name, { value, endedBy })
    return value
  }

  /** @returns ids of the operations that have not succeeded for any client so far */
  notYetDone(): string[] {
    const done = [...this.#done]
    const isDone = ({ method, path, aliases = [] }: AnyOperation) =>
      [path, ...aliases].some((each) => {
        const pattern = new RegExp(
          `^${method} ${each.replace(':provider', '[^/]+').replaceAll(/:\w+/g, '[0-9a-f-]{36}')}$`,
        )
        return done.some((call) => pattern.test(call))
      })
    return EVERY_OPERATION.filter((operation) => !isDone(operation)).map(({ id }) => id)
  }

  /** Clears the cache of `once`. */
  forget(): void {
    this.#read.clear()
  }

  async accessOf(client: Client): Promise<Access> {
    const { status, json } = await client.send('GET', '/api/v1/user-permissions')
    assert.equal(status, 200, 'GET user-permissions answers 200')
    return (json as { data: Access }).data
  }

  /** The first given account with all of these rights, for cases that need a right but no particular role. */
  async whoMay(...rights: [Action, Subject][]): Promise<Client> {
    for (const { role } of this.accounts) {
      const client = await this.as(role)
      const access = await this.once(`access of ${role}`, () => this.accessOf(client), BY_PERMISSIONS)
      if (rights.every(([action, subject]) => can(access, action, subject))) return client
    }
    throw new NotPossible(
      `no given account may ${[...new Set(rights.map(([action, subject]) => `${action} ${subject}`))].join(' and ')}`,
    )
  }

  /** Letters that no other case and no other run has used. */
  unique(): string {
    this.#count += 1
    const number = Date.now() * 100 + this.#count
    return String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  }
}
