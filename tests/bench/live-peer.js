// Feeds the page of a peer as the console feeds itself: the same socket, the same calls for the rows that changed, one call
// at a time and none within 250 ms of a change. The page receives each changed row as an event, as in the peers' own bench.
;(() => {
  const PAUSE_MS = 250
  const MOST_IDS = 200
  window.__feed = ({ token, fields, indexes }) => {
    const waiting = new Set()
    let busy = false
    let timer
    const headers = { authorization: `Bearer ${token}` }
    const later = () => {
      if (!busy && waiting.size > 0) timer ??= setTimeout(fetchRows, PAUSE_MS)
    }
    async function fetchRows() {
      timer = undefined
      busy = true
      const ids = [...waiting].slice(0, MOST_IDS)
      for (const id of ids) waiting.delete(id)
      const query = new URLSearchParams({ id: ids.join(','), itemNo: ids.length, fields: fields.join(',') })
      const answer = await fetch(`/api/v1/users?${query}`, { headers })
      if (!answer.ok) throw new Error(`The changed rows were refused: ${answer.status}`)
      // The peer shows the note as the role (live-changes.ts).
      for (const { id, pinned_note: role, is_deleted } of (await answer.json()).data)
        dispatchEvent(new CustomEvent('bench:patch', { detail: { id: indexes[id] + 1, role, is_deleted } }))
      busy = false
      later()
    }
    // The protocol of Socket.IO, of which this needs four messages: the page has no client of its own.
    return new Promise((connected) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      socket.onmessage = ({ data }) => {
        if (data.startsWith('0')) socket.send(`40${JSON.stringify({ access_token: token, client: 'admin' })}`)
        else if (data === '2') socket.send('3')
        else if (data.startsWith('40')) connected()
        else if (data.startsWith('42')) {
          const [event, change] = JSON.parse(data.slice(2))
          if (event === 'record:changed') waiting.add(change.id)
          else if (event === 'records:changed') for (const { id } of change.changes) waiting.add(id)
          later()
        }
      }
    })
  }
})()
