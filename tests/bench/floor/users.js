// The floor: the same rows from the same server, painted with plain DOM from the first bytes of the stream. No framework,
// no components, no keyboard, no accessibility: what the browser itself costs.
;(() => {
  const FIELDS = ['first_name', 'last_name', 'email', 'username', 'role', 'Creator', 'is_deleted']
  const ROW = 40
  const text = {
    Creator: (value) => (value ? value.username : 'registration'),
    is_deleted: (value) => (value ? 'Disabled' : 'Enabled'),
  }
  const rows = []

  async function show() {
    const table = document.createElement('div')
    table.className = 'table'
    const spacer = document.createElement('div')
    table.append(spacer)
    document.getElementById('root').append(table)
    const drawn = new Map()
    const paint = () => {
      const first = Math.floor(table.scrollTop / ROW)
      for (let index = first; index < Math.min(rows.length, first + 20); index++) {
        if (drawn.has(index)) continue
        const element = document.createElement('div')
        element.className = 'row'
        element.style.transform = `translateY(${index * ROW}px)`
        element.dataset.index = index
        for (const field of FIELDS) {
          const cell = document.createElement('div')
          cell.dataset.col = field
          cell.textContent = (text[field] ?? String)(rows[index][field])
          element.append(cell)
        }
        drawn.set(index, element)
        spacer.append(element)
      }
      spacer.style.height = `${rows.length * ROW}px`
    }
    const answer = await fetch(`/api/v1/users?itemNo=${Number.MAX_SAFE_INTEGER}&fields=${FIELDS.join(',')}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}`, accept: 'application/x-ndjson' },
    })
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop()
      for (const row of JSON.parse(`[${lines.filter(Boolean).join(',')}]`)) if (row.id) rows.push(row)
      if (drawn.size < 20) paint()
    }
    paint()
    window.__floor_done = performance.now()
  }

  if (location.search.includes('cold')) void show()
  else document.querySelector('a').addEventListener('click', () => void show())
})()
