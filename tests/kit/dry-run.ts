import type { Responder } from '@mocks/overrides'

/** Answers dry runs of a bulk call as usual, and `then` the call itself. */
export const afterDryRun =
  (then: Responder): Responder =>
  async (usual, request) => {
    const { dry_run } = (await request.clone().json()) as { dry_run?: boolean }
    return dry_run ? usual() : then(usual, request)
  }
