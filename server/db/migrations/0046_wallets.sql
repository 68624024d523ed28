ALTER TABLE "users" ADD COLUMN "locked_balance" numeric(20, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "receivable" numeric(20, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
CREATE INDEX "transfers_debits" ON "transfers" USING btree ("at","debit_entry") WHERE debit_entry is not null;--> statement-breakpoint
CREATE INDEX "transfers_credits" ON "transfers" USING btree ("at","credit_entry") WHERE credit_entry is not null;--> statement-breakpoint
UPDATE "users" u SET locked_balance = a.locked, receivable = a.owed
	FROM (SELECT a.user_id, a.currency, coalesce(sum(a.balance) FILTER (WHERE a.kind = 'LOCKED'), 0) AS locked,
			coalesce(sum(a.balance) FILTER (WHERE a.kind = 'RECEIVABLE'), 0) AS owed
		FROM accounts a WHERE a.kind IN ('LOCKED', 'RECEIVABLE') AND a.balance > 0 GROUP BY a.user_id, a.currency) a
	WHERE u.id = a.user_id AND u.currency = a.currency;--> statement-breakpoint
DROP TRIGGER "users_money_insert" ON "users";--> statement-breakpoint
DROP TRIGGER "users_money_update" ON "users";--> statement-breakpoint
CREATE TRIGGER "users_money_insert" BEFORE INSERT ON "users" FOR EACH ROW
	WHEN (NEW.cash_balance <> 0 OR NEW.bonus_balance <> 0 OR NEW.locked_balance <> 0 OR NEW.receivable <> 0
		OR NEW.total_deposit <> 0 OR NEW.total_withdrawal <> 0) EXECUTE FUNCTION "refuse_money_columns"();--> statement-breakpoint
CREATE TRIGGER "users_money_update" BEFORE UPDATE OF "cash_balance", "bonus_balance", "locked_balance", "receivable", "total_deposit",
		"total_withdrawal" ON "users" FOR EACH ROW
	WHEN (OLD.cash_balance <> NEW.cash_balance OR OLD.bonus_balance <> NEW.bonus_balance OR OLD.locked_balance <> NEW.locked_balance
		OR OLD.receivable <> NEW.receivable OR OLD.total_deposit <> NEW.total_deposit OR OLD.total_withdrawal <> NEW.total_withdrawal)
	EXECUTE FUNCTION "refuse_money_columns"();--> statement-breakpoint
-- The wallet of a user as a record: with the columns that every record has. OFFSET 0: for a page the planner would otherwise read all
-- transfers once, to look up its few rows in them.
CREATE OR REPLACE VIEW "wallet_transaction" AS
	SELECT e.*,
		a.kind AS wallet, p.type,
		CASE WHEN a.kind = 'RECEIVABLE' THEN e.balance_after + CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END
			ELSE e.balance_after - CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END END AS balance_before,
		CASE
			WHEN EXISTS (SELECT FROM transfers r WHERE r.reverses = e.transfer_no OFFSET 0) THEN 'REVERSED'
			WHEN EXISTS (SELECT FROM transfer_purposes s WHERE s.settles = e.purpose) AND NOT EXISTS (
				SELECT FROM transfers s JOIN transfer_purposes sp ON sp.purpose = s.purpose
				WHERE sp.settles = e.purpose AND s.source_type = e.source_type AND s.source_id = e.source_id OFFSET 0) THEN 'PENDING'
			ELSE 'COMPLETED' END AS status,
		'T' || e.transfer_no || CASE e.direction WHEN 'CREDIT' THEN '-IN' ELSE '-OUT' END AS reference,
		CASE e.actor_type WHEN 'STAFF' THEN e.actor_id END AS staff_id,
		(SELECT u.store FROM users u WHERE u.id = e.user_id) AS store_code,
		NULL::uuid AS created_by, e.at AS created_at, e.at AS updated_at, 1 AS version
	FROM (
		SELECT t.debit_entry AS id, t.no AS transfer_no, t.user_id, t.debit_id AS account_id, 'DEBIT' AS direction, t.amount, t.currency, t.purpose,
			t.debit_seq AS seq, t.debit_balance AS balance_after, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t
		UNION ALL
		SELECT t.credit_entry, t.no, t.user_id, t.credit_id, 'CREDIT', t.amount, t.currency, t.purpose,
			t.credit_seq, t.credit_balance, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t
	) e
	JOIN accounts a ON a.id = e.account_id
	JOIN transfer_purposes p ON p.purpose = e.purpose
	-- Not in the two parts of the union: there it would keep the planner from merging them along their indexes.
	WHERE e.id IS NOT NULL;--> statement-breakpoint
-- Entries of one posting have the same time: their ids sort in its order.
CREATE FUNCTION "entry_id"("at" timestamptz, "place" integer) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT (left(v.id, 15) || lpad(to_hex(least("place", 4095)), 3, '0') || substr(v.id, 19))::uuid FROM (SELECT uuid_v7("at")::text AS id) v
$$;--> statement-breakpoint
-- Posting locked accounts before it wrote their user, and grants, claims and spins lock the user before they post: under load the
-- database ended one of them as a deadlock. Now the user is locked first everywhere, which also makes a lock of the accounts unnecessary:
-- only postings write them. What is posted is one statement, and it is planned once per connection: its planning took three times as long
-- as its execution.
CREATE OR REPLACE FUNCTION "post_transfers"(lines jsonb) RETURNS SETOF "transfers" LANGUAGE plpgsql SECURITY DEFINER
	SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
	wanted transfer_line[];
	posted transfers[];
	fault record;
	repaid jsonb;
	people uuid[];
	owes boolean;
BEGIN
	SELECT array_agg(ROW(t.nth, t.purpose, t.debit, t.credit, NULL, NULL, t.amount::numeric, coalesce(t.currency, u.currency),
			t.user_id, coalesce(t.store_code, u.store), t.rail, t.store_platform_id, t.source_type, t.source_id, coalesce(t.line, 0),
			coalesce(t.actor_type, 'SYSTEM'), t.actor_id, t.reason, t.reverses, coalesce(t.at, now()))::transfer_line ORDER BY t.nth)
		INTO wanted
		FROM ROWS FROM (jsonb_to_recordset(lines) AS (purpose text, debit text, credit text, amount text, currency text, user_id uuid,
			store_code text, rail text, store_platform_id uuid, source_type text, source_id uuid, line integer,
			actor_type text, actor_id uuid, reason text, reverses bigint, at timestamptz)) WITH ORDINALITY
			AS t(purpose, debit, credit, amount, currency, user_id, store_code, rail, store_platform_id, source_type, source_id, line,
			actor_type, actor_id, reason, reverses, at, nth)
		LEFT JOIN users u ON u.id = t.user_id;
	IF wanted IS NULL THEN RETURN; END IF;

	SELECT w.nth, w.purpose, f.name, f.message INTO fault
		FROM unnest(wanted) w
		LEFT JOIN transfer_purposes p ON p.purpose = w.purpose
		LEFT JOIN users u ON u.id = w.user_id
		CROSS JOIN LATERAL (SELECT CASE
			WHEN p.purpose IS NULL THEN '{transfer_purpose,"there is no such purpose"}'
			WHEN w.amount IS NULL OR NOT (w.amount > 0 AND w.amount < 1e15) OR w.amount <> round(w.amount, 2)
				THEN '{transfer_amount,"an amount is more than 0, less than 10^15, and has at most two decimals"}'
			WHEN w.source_type IS NULL OR w.source_id IS NULL THEN '{transfer_source,"it has no source"}'
			WHEN w.actor_type NOT IN ('SYSTEM', 'STAFF', 'USER') OR (w.actor_type = 'SYSTEM') <> (w.actor_id IS NULL)
				THEN '{transfer_actor,"staff and users have an id, the system has none"}'
			WHEN (w.purpose IN ('REVERSAL', 'RECEIVABLE_RAISED')) <> (w.reverses IS NOT NULL)
				THEN '{transfer_reversal,"reversals, and only they, name the transfer that they reverse"}'
			WHEN w.reverses IS NOT NULL THEN NULL
			WHEN w.debit IS NULL OR w.credit IS NULL OR NOT w.debit = ANY (p.debits) OR NOT w.credit = ANY (p.credits) OR w.debit = w.credit
				THEN '{transfer_account,"the purpose does not allow these accounts"}'
			WHEN w.currency IS NULL AND w.user_id IS NULL THEN '{transfer_account,"it has neither a user nor a currency"}'
			WHEN w.currency IS NULL THEN '{transfer_user,"there is no such user"}'
			WHEN account_holder(w.debit, w.user_id, w.rail, w.store_platform_id, w.store_code) IS NULL
				OR account_holder(w.credit, w.user_id, w.rail, w.store_platform_id, w.store_code) IS NULL
				THEN '{transfer_account,"it does not say whose account it is"}'
			WHEN w.user_id IS NOT NULL AND u.id IS NULL
				THEN '{transfer_user,"there is no such user"}'
			WHEN w.user_id IS NOT NULL AND w.currency <> u.currency
				THEN '{transfer_currency,"the currency is not that of the user"}'
			END::text[]) c(parts)
		CROSS JOIN LATERAL (SELECT c.parts[1], c.parts[2]) f(name, message)
		WHERE c.parts IS NOT NULL ORDER BY w.nth LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION 'transfer % (%): %', fault.nth, fault.purpose, fault.message
			USING ERRCODE = CASE WHEN fault.name = 'transfer_reversal' THEN '23514' ELSE '22023' END, CONSTRAINT = fault.name;
	END IF;

	-- A reversal moves the money back between the accounts of the original, or owes it.
	IF EXISTS (SELECT FROM unnest(wanted) w WHERE w.reverses IS NOT NULL) THEN
		PERFORM FROM transfers t WHERE t.no IN (SELECT w.reverses FROM unnest(wanted) w) ORDER BY t.no FOR UPDATE;
		SELECT r.nth, r.purpose INTO fault FROM (
			SELECT w.nth, w.purpose, o.no IS NULL OR o.reverses IS NOT NULL OR o.user_id IS NULL
				OR (w.user_id IS NOT NULL AND w.user_id <> o.user_id)
				OR (w.purpose = 'RECEIVABLE_RAISED' AND (o.debit_entry IS NOT NULL OR o.credit_entry IS NULL))
				OR sum(w.amount) OVER (PARTITION BY w.reverses ORDER BY w.nth)
					+ coalesce((SELECT sum(e.amount) FROM transfers e WHERE e.reverses = w.reverses), 0) > o.amount AS refused
			FROM unnest(wanted) w LEFT JOIN transfers o ON o.no = w.reverses WHERE w.reverses IS NOT NULL) r
			WHERE r.refused ORDER BY r.nth LIMIT 1;
		IF FOUND THEN
			RAISE EXCEPTION 'transfer % (%): there is no such transfer of this user, or less of it is left to reverse', fault.nth, fault.purpose
				USING ERRCODE = '23514', CONSTRAINT = 'transfer_reversal';
		END IF;
		SELECT array_agg(CASE WHEN w.reverses IS NULL THEN w ELSE ROW(w.nth, w.purpose,
				CASE WHEN w.purpose = 'RECEIVABLE_RAISED' THEN 'RECEIVABLE' END, NULL,
				CASE WHEN w.purpose = 'REVERSAL' THEN o.credit_id END, o.debit_id, w.amount, o.currency,
				o.user_id, w.store_code, w.rail, w.store_platform_id, w.source_type, w.source_id, w.line,
				w.actor_type, w.actor_id, w.reason, w.reverses, w.at)::transfer_line END ORDER BY w.nth)
			INTO wanted FROM unnest(wanted) w LEFT JOIN transfers o ON o.no = w.reverses;
	END IF;

	-- The users first, in one order everywhere: only postings write their accounts, and others lock their rows before they post (for the
	-- limits of grants, claims and spins).
	people := ARRAY(SELECT DISTINCT w.user_id FROM unnest(wanted) w WHERE w.user_id IS NOT NULL ORDER BY 1);
	PERFORM FROM users u WHERE u.id = ANY (people) ORDER BY u.id FOR NO KEY UPDATE;

	-- Missing accounts are added. Two postings that add the same one wait for each other here.
	IF EXISTS (SELECT FROM unnest(wanted) w CROSS JOIN LATERAL (VALUES (w.debit), (w.credit)) k(kind)
		WHERE k.kind IS NOT NULL AND NOT EXISTS (SELECT FROM accounts a WHERE a.kind = k.kind AND a.currency = w.currency
			AND a.holder = account_holder(k.kind, w.user_id, w.rail, w.store_platform_id, w.store_code))) THEN
		INSERT INTO accounts (kind, currency, user_id, rail, store_platform_id, store_code, balance, last_seq)
			SELECT n.kind, n.currency, max(n.user_id::text)::uuid, max(n.rail), max(n.store_platform_id::text)::uuid, max(n.store_code),
				CASE WHEN n.is_user THEN 0 END, CASE WHEN n.is_user THEN 0 END
			FROM (SELECT k.kind, w.currency, k.is_user,
					CASE WHEN k.is_user THEN w.user_id END AS user_id,
					CASE WHEN k.kind = 'CLEARING' THEN w.rail END AS rail,
					CASE WHEN k.kind = 'PLATFORM' THEN w.store_platform_id END AS store_platform_id,
					CASE WHEN NOT k.is_user AND k.kind NOT IN ('CLEARING', 'PLATFORM') THEN w.store_code END AS store_code,
					account_holder(k.kind, w.user_id, w.rail, w.store_platform_id, w.store_code) AS holder
				FROM unnest(wanted) w
				CROSS JOIN LATERAL (SELECT d.kind, d.kind IN ('CASH', 'BONUS', 'LOCKED', 'RECEIVABLE') AS is_user
					FROM (VALUES (w.debit), (w.credit)) d(kind) WHERE d.kind IS NOT NULL) k) n
			WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.kind = n.kind AND a.holder = n.holder AND a.currency = n.currency)
			GROUP BY n.kind, n.holder, n.currency, n.is_user
			ORDER BY n.kind, n.holder, n.currency
			ON CONFLICT DO NOTHING;
	END IF;

	-- The columns of `users` are copies, so that lists read them as fast as any other.
	PERFORM set_config('pitboss.posting', 'on', true);
	WITH found AS (
		SELECT w.nth, w, coalesce(w.debit_id, d.id) AS debit_id, coalesce(w.credit_id, c.id) AS credit_id
		FROM unnest(wanted) w
		LEFT JOIN accounts d ON d.kind = w.debit AND d.currency = w.currency
			AND d.holder = account_holder(w.debit, w.user_id, w.rail, w.store_platform_id, w.store_code)
		LEFT JOIN accounts c ON c.kind = w.credit AND c.currency = w.currency
			AND c.holder = account_holder(w.credit, w.user_id, w.rail, w.store_platform_id, w.store_code)
	), sides AS (
		SELECT f.nth, 1 AS side, f.w, f.debit_id, f.credit_id, f.debit_id AS account, -(f.w).amount AS change FROM found f
		UNION ALL
		SELECT f.nth, 2, f.w, f.debit_id, f.credit_id, f.credit_id, (f.w).amount FROM found f
	), running AS (
		SELECT s.*, a.user_id AS owner, a.kind,
			CASE WHEN a.user_id IS NOT NULL THEN entry_id((s.w).at, (2 * s.nth + s.side)::integer) END AS entry,
			a.last_seq + row_number() OVER part AS seq,
			a.balance + sum(CASE WHEN a.kind = 'RECEIVABLE' THEN -s.change ELSE s.change END) OVER part AS balance
		FROM sides s JOIN accounts a ON a.id = s.account
		WINDOW part AS (PARTITION BY s.account ORDER BY s.nth)
	), pairs AS (
		SELECT r.*, lead(r.entry) OVER both_sides AS credit_entry, lead(r.seq) OVER both_sides AS credit_seq,
			lead(r.balance) OVER both_sides AS credit_balance
		FROM running r WINDOW both_sides AS (ORDER BY r.nth, r.side)
	), added AS (
		INSERT INTO transfers (debit_id, credit_id, amount, currency, purpose, source_type, source_id, line, user_id, actor_type, actor_id,
			reason, reverses, debit_entry, debit_seq, debit_balance, credit_entry, credit_seq, credit_balance, at)
		SELECT p.debit_id, p.credit_id, (p.w).amount, (p.w).currency, (p.w).purpose, (p.w).source_type, (p.w).source_id, (p.w).line,
			CASE WHEN p.entry IS NOT NULL OR p.credit_entry IS NOT NULL THEN (p.w).user_id END, (p.w).actor_type, (p.w).actor_id,
			(p.w).reason, (p.w).reverses, p.entry, p.seq, p.balance, p.credit_entry, p.credit_seq, p.credit_balance, (p.w).at
		FROM pairs p WHERE p.side = 1 ORDER BY p.nth
		RETURNING transfers.*
	), last AS (
		SELECT DISTINCT ON (r.account) r.account, r.owner, r.kind, (r.w).currency, r.seq, r.balance
		FROM running r WHERE r.owner IS NOT NULL ORDER BY r.account, r.seq DESC
	), kept AS (
		UPDATE accounts a SET balance = l.balance, last_seq = l.seq FROM last l WHERE a.id = l.account
	), copied AS (
		UPDATE users u SET
			cash_balance = coalesce(c.cash, u.cash_balance), bonus_balance = coalesce(c.bonus, u.bonus_balance),
			locked_balance = coalesce(c.locked, u.locked_balance), receivable = coalesce(c.owed, u.receivable),
			total_deposit = u.total_deposit + coalesce(c.deposits, 0), total_withdrawal = u.total_withdrawal + coalesce(c.withdrawals, 0)
		FROM (SELECT x.owner, x.currency, max(x.cash) AS cash, max(x.bonus) AS bonus, max(x.locked) AS locked, max(x.owed) AS owed,
				sum(x.deposit) AS deposits, sum(x.withdrawal) AS withdrawals
			FROM (
				SELECT l.owner, l.currency, CASE l.kind WHEN 'CASH' THEN l.balance END AS cash, CASE l.kind WHEN 'BONUS' THEN l.balance END AS bonus,
					CASE l.kind WHEN 'LOCKED' THEN l.balance END AS locked, CASE l.kind WHEN 'RECEIVABLE' THEN l.balance END AS owed,
					NULL::numeric AS deposit, NULL::numeric AS withdrawal
				FROM last l
				UNION ALL
				SELECT t.user_id, t.currency, NULL, NULL, NULL, NULL,
					CASE p.counts WHEN 'DEPOSIT' THEN CASE WHEN t.reverses IS NULL THEN t.amount ELSE -t.amount END END,
					CASE p.counts WHEN 'WITHDRAWAL' THEN CASE WHEN t.reverses IS NULL THEN t.amount ELSE -t.amount END END
				FROM added t LEFT JOIN transfers o ON o.no = t.reverses
				JOIN transfer_purposes p ON p.purpose = coalesce(o.purpose, t.purpose) AND p.counts IS NOT NULL) x
			GROUP BY x.owner, x.currency) c
		WHERE u.id = c.owner AND u.currency = c.currency
	), noted AS (
		INSERT INTO unsealed_transfers SELECT t.no FROM added t
	)
	SELECT array_agg(a::transfers ORDER BY a.no) INTO posted FROM added a;
	PERFORM set_config('pitboss.posting', 'off', true);
	RETURN QUERY SELECT t.* FROM unnest(posted) t;

	SELECT bool_or(u.receivable > 0) INTO owes FROM users u WHERE u.id = ANY (people);
	IF owes IS NOT TRUE THEN RETURN; END IF;
	-- What a user owes is repaid from the first money that they can spend.
	SELECT jsonb_agg(jsonb_build_object('purpose', 'RECEIVABLE_REPAID', 'debit', 'CASH', 'credit', 'RECEIVABLE',
			'amount', least(owed.balance, cash.balance)::text, 'user_id', owed.user_id, 'currency', owed.currency,
			'source_type', 'transfer', 'source_id', k.entry, 'at', k.at) ORDER BY owed.id) INTO repaid
		FROM accounts owed
		JOIN accounts cash ON cash.kind = 'CASH' AND cash.holder = owed.holder AND cash.currency = owed.currency AND cash.balance > 0
		JOIN LATERAL (SELECT t.credit_entry AS entry, t.at FROM unnest(posted) t WHERE t.credit_id = cash.id ORDER BY t.no DESC LIMIT 1) k ON true
		WHERE owed.kind = 'RECEIVABLE' AND owed.balance > 0 AND owed.holder IN (SELECT t.user_id::text FROM unnest(posted) t);
	IF repaid IS NOT NULL THEN RETURN QUERY SELECT r.* FROM post_transfers(repaid) r; END IF;
END
$$;
