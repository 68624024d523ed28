-- Identifies an account among those of its kind and currency: by its user, rail, platform or store.
CREATE FUNCTION "account_holder"(kind text, user_id uuid, rail text, store_platform_id uuid, store_code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN kind IN ('CASH', 'BONUS', 'LOCKED', 'RECEIVABLE') THEN user_id::text
		WHEN kind = 'CLEARING' THEN rail
		WHEN kind = 'PLATFORM' THEN store_platform_id::text
		ELSE coalesce(store_code, '') END
$$;
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"user_id" uuid,
	"rail" text,
	"store_platform_id" uuid,
	"store_code" text,
	"holder" text GENERATED ALWAYS AS (account_holder(kind, user_id, rail, store_platform_id, store_code)) STORED NOT NULL,
	"balance" numeric(17, 2),
	"last_seq" bigint,
	CONSTRAINT "accounts_balance" CHECK (balance >= 0),
	CONSTRAINT "accounts_kind" CHECK (case when user_id is not null
        then kind in ('CASH', 'BONUS', 'LOCKED', 'RECEIVABLE') and balance is not null and last_seq is not null
        else kind in ('CLEARING', 'PLATFORM', 'FEES', 'BONUS_COST', 'PROMOTION_COST', 'ADJUSTMENT', 'SUSPENSE', 'OPENING')
          and balance is null and last_seq is null end)
);
--> statement-breakpoint
CREATE TABLE "transfer_purposes" (
	"purpose" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"debits" text[] NOT NULL,
	"credits" text[] NOT NULL,
	"counts" text,
	"settles" text
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"no" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"debit_id" bigint NOT NULL,
	"credit_id" bigint NOT NULL,
	"amount" numeric(17, 2) NOT NULL,
	"currency" text NOT NULL,
	"purpose" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"user_id" uuid,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"reverses" bigint,
	"debit_entry" uuid,
	"debit_seq" bigint,
	"debit_balance" numeric(17, 2),
	"credit_entry" uuid,
	"credit_seq" bigint,
	"credit_balance" numeric(17, 2),
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfers_amount" CHECK (amount > 0),
	CONSTRAINT "transfers_accounts" CHECK (debit_id <> credit_id),
	CONSTRAINT "transfer_funds" CHECK (debit_balance >= 0 and credit_balance >= 0),
	CONSTRAINT "transfers_actor" CHECK (actor_type in ('SYSTEM', 'STAFF', 'USER'))
);
--> statement-breakpoint
CREATE TABLE "unsealed_transfers" (
	"no" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_holder" ON "accounts" USING btree ("kind","holder","currency");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_source" ON "transfers" USING btree ("source_type","source_id","purpose","line");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_debit_entry" ON "transfers" USING btree ("debit_entry");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_credit_entry" ON "transfers" USING btree ("credit_entry");--> statement-breakpoint
CREATE INDEX "transfers_user_debits" ON "transfers" USING btree ("user_id","at","debit_entry") WHERE debit_entry is not null;--> statement-breakpoint
CREATE INDEX "transfers_user_credits" ON "transfers" USING btree ("user_id","at","credit_entry") WHERE credit_entry is not null;--> statement-breakpoint
CREATE INDEX "transfers_reverses" ON "transfers" USING btree ("reverses") WHERE reverses is not null;--> statement-breakpoint
INSERT INTO "transfer_purposes" ("purpose", "type", "debits", "credits", "counts", "settles") VALUES
	('BONUS_GRANTED', 'BONUS', '{BONUS_COST}', '{BONUS}', NULL, NULL),
	('BONUS_RELEASED', 'WAGERING_RELEASE', '{BONUS}', '{CASH}', NULL, NULL),
	('BONUS_FORFEITED', 'BONUS', '{BONUS}', '{BONUS_COST}', NULL, NULL),
	('BONUS_REVOKED', 'BONUS', '{BONUS}', '{BONUS_COST}', NULL, NULL),
	('BONUS_EXPIRED', 'BONUS', '{BONUS}', '{BONUS_COST}', NULL, NULL),
	('OFFER_CREDITED', 'OFFER', '{PROMOTION_COST}', '{CASH,BONUS}', NULL, NULL),
	('REFERRAL_PAID', 'REFERRAL', '{PROMOTION_COST}', '{CASH,BONUS}', NULL, NULL),
	('JACKPOT_PAID', 'JACKPOT', '{PROMOTION_COST}', '{CASH,BONUS}', NULL, NULL),
	('SPIN_PAID', 'WHEEL', '{CASH}', '{PROMOTION_COST}', NULL, NULL),
	('SPIN_WON', 'WHEEL', '{PROMOTION_COST}', '{CASH,BONUS}', NULL, NULL),
	('ADJUSTMENT_UP', 'ADJUSTMENT', '{ADJUSTMENT}', '{CASH}', NULL, NULL),
	('ADJUSTMENT_DOWN', 'ADJUSTMENT', '{CASH}', '{ADJUSTMENT}', NULL, NULL),
	('REVERSAL', 'REVERSAL', '{}', '{}', NULL, NULL),
	('RECEIVABLE_RAISED', 'REVERSAL', '{}', '{}', NULL, NULL),
	('RECEIVABLE_REPAID', 'REVERSAL', '{CASH}', '{RECEIVABLE}', NULL, NULL),
	('OPENING', 'ADJUSTMENT', '{OPENING,CASH}', '{CASH,BONUS,LOCKED,OPENING}', NULL, NULL),
	('OPENING_DEPOSIT', 'DEPOSIT', '{OPENING}', '{CASH}', 'DEPOSIT', NULL),
	('OPENING_WITHDRAWAL', 'WITHDRAWAL', '{CASH}', '{OPENING}', 'WITHDRAWAL', NULL),
	('DEPOSIT', 'DEPOSIT', '{CLEARING}', '{CASH}', 'DEPOSIT', NULL),
	('DEPOSIT_FEE', 'FEE', '{CASH}', '{FEES}', NULL, NULL),
	('WITHDRAWAL_REQUESTED', 'WITHDRAWAL', '{CASH}', '{LOCKED}', NULL, NULL),
	('WITHDRAWAL_PAID', 'WITHDRAWAL', '{LOCKED}', '{CLEARING}', 'WITHDRAWAL', 'WITHDRAWAL_REQUESTED'),
	('WITHDRAWAL_REFUSED', 'WITHDRAWAL', '{LOCKED}', '{CASH}', NULL, 'WITHDRAWAL_REQUESTED'),
	('LOAD_REQUESTED', 'PLATFORM_DEPOSIT', '{CASH,BONUS}', '{LOCKED}', NULL, NULL),
	('LOAD_COMPLETED', 'PLATFORM_DEPOSIT', '{LOCKED}', '{PLATFORM}', NULL, 'LOAD_REQUESTED'),
	('LOAD_FAILED', 'PLATFORM_DEPOSIT', '{LOCKED}', '{CASH,BONUS}', NULL, 'LOAD_REQUESTED'),
	('REDEEM_COMPLETED', 'PLATFORM_WITHDRAWAL', '{PLATFORM}', '{CASH,BONUS}', NULL, NULL);
--> statement-breakpoint
-- A UUID of version 7 (RFC 9562).
CREATE FUNCTION "uuid_v7"(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;
--> statement-breakpoint
-- One transfer that is about to be posted; `debit` and `credit` are kinds of account until the accounts are found.
CREATE TYPE "transfer_line" AS (nth integer, purpose text, debit text, credit text, debit_id bigint, credit_id bigint, amount numeric, currency text,
	user_id uuid, store_code text, rail text, store_platform_id uuid, source_type text, source_id uuid, line integer,
	actor_type text, actor_id uuid, reason text, reverses bigint, at timestamptz);
--> statement-breakpoint
-- Posts transfers, all or none, in the given order. It runs in the caller's transaction, at READ COMMITTED, and keeps all accounts of
-- the users locked until that ends. Each line is an object:
--   purpose, debit, credit (kinds of account; none where it reverses), amount (a text such as "12.50"), user_id,
--   currency (by default the user's), store_code (by default the user's), rail or store_platform_id (for CLEARING, PLATFORM),
--   source_type, source_id, line (default 0), actor_type (default SYSTEM), actor_id, reason, reverses (a `no`), at (default now).
-- A credit to CASH first repays what the user owes (RECEIVABLE); the result then has those transfers too.
-- Sequential scans are off, because a plan that is made while the tables are small would be kept for large ones.
-- Errors, by SQLSTATE and constraint: 22023 a line that is wrong in itself: transfer_purpose, transfer_amount, transfer_user,
-- transfer_currency, transfer_account, transfer_actor, transfer_source; 23514 the state of the accounts: transfer_funds, transfer_reversal;
-- 23505 transfers_source: posted before.
CREATE FUNCTION "post_transfers"(lines jsonb) RETURNS SETOF "transfers" LANGUAGE plpgsql SECURITY DEFINER
	SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
	wanted transfer_line[];
	posted transfers[];
	fault record;
	repaid jsonb;
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
			WHEN w.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.user_id)
				THEN '{transfer_user,"there is no such user"}'
			WHEN w.user_id IS NOT NULL AND w.currency <> (SELECT u.currency FROM users u WHERE u.id = w.user_id)
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

	-- Missing accounts are added first. Two postings that add the same one wait for each other here.
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

	-- All accounts of the users, in one order everywhere.
	PERFORM FROM accounts a WHERE a.user_id IN (SELECT w.user_id FROM unnest(wanted) w) ORDER BY a.id FOR UPDATE;

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
		SELECT s.*,
			CASE WHEN a.user_id IS NOT NULL THEN uuid_v7((s.w).at) END AS entry,
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
	)
	SELECT array_agg(a::transfers ORDER BY a.no) INTO posted FROM added a;

	UPDATE accounts a SET balance = l.balance, last_seq = l.seq
		FROM (SELECT DISTINCT ON (s.id) s.id, s.seq, s.balance FROM (
			SELECT t.debit_id AS id, t.debit_seq AS seq, t.debit_balance AS balance FROM unnest(posted) t WHERE t.debit_seq IS NOT NULL
			UNION ALL
			SELECT t.credit_id, t.credit_seq, t.credit_balance FROM unnest(posted) t WHERE t.credit_seq IS NOT NULL) s
			ORDER BY s.id, s.seq DESC) l
		WHERE a.id = l.id;

	-- The columns of `users` are copies, so that lists read them as fast as any other.
	PERFORM set_config('pitboss.posting', 'on', true);
	UPDATE users u SET
		cash_balance = coalesce((SELECT a.balance FROM accounts a WHERE a.kind = 'CASH' AND a.holder = u.id::text AND a.currency = u.currency), 0),
		bonus_balance = coalesce((SELECT a.balance FROM accounts a WHERE a.kind = 'BONUS' AND a.holder = u.id::text AND a.currency = u.currency), 0),
		total_deposit = u.total_deposit + c.deposits,
		total_withdrawal = u.total_withdrawal + c.withdrawals
		FROM (SELECT t.user_id,
				coalesce(sum(CASE WHEN t.reverses IS NULL THEN t.amount ELSE -t.amount END) FILTER (WHERE p.counts = 'DEPOSIT'), 0) AS deposits,
				coalesce(sum(CASE WHEN t.reverses IS NULL THEN t.amount ELSE -t.amount END) FILTER (WHERE p.counts = 'WITHDRAWAL'), 0) AS withdrawals
			FROM unnest(posted) t
			LEFT JOIN transfers o ON o.no = t.reverses
			JOIN transfer_purposes p ON p.purpose = coalesce(o.purpose, t.purpose)
			WHERE t.user_id IS NOT NULL GROUP BY t.user_id) c
		WHERE u.id = c.user_id;
	PERFORM set_config('pitboss.posting', 'off', true);

	INSERT INTO unsealed_transfers SELECT t.no FROM unnest(posted) t;
	RETURN QUERY SELECT t.* FROM unnest(posted) t;

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
--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or removed: post a reversal', TG_TABLE_NAME USING ERRCODE = '23514', CONSTRAINT = 'ledger_immutable';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "transfers_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "transfers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE TRIGGER "accounts_kept" BEFORE DELETE OR TRUNCATE ON "accounts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_money_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('pitboss.posting', true) IS DISTINCT FROM 'on' THEN
		RAISE EXCEPTION 'the amounts of users follow from transfers: use post_transfers' USING ERRCODE = '23514', CONSTRAINT = 'users_money';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- The entries of users' wallets: one row for each account of a user that a transfer touches.
CREATE VIEW "wallet_transaction" AS
	SELECT e.*,
		a.kind AS wallet, p.type,
		CASE WHEN a.kind = 'RECEIVABLE' THEN e.balance_after + CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END
			ELSE e.balance_after - CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END END AS balance_before,
		CASE
			WHEN EXISTS (SELECT FROM transfers r WHERE r.reverses = e.transfer_no) THEN 'REVERSED'
			WHEN EXISTS (SELECT FROM transfer_purposes s WHERE s.settles = e.purpose) AND NOT EXISTS (
				SELECT FROM transfers s JOIN transfer_purposes sp ON sp.purpose = s.purpose
				WHERE sp.settles = e.purpose AND s.source_type = e.source_type AND s.source_id = e.source_id) THEN 'PENDING'
			ELSE 'COMPLETED' END AS status
	FROM (
		SELECT t.debit_entry AS id, t.no AS transfer_no, t.user_id, t.debit_id AS account_id, 'DEBIT' AS direction, t.amount, t.currency, t.purpose,
			t.debit_seq AS seq, t.debit_balance AS balance_after, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t WHERE t.debit_entry IS NOT NULL
		UNION ALL
		SELECT t.credit_entry, t.no, t.user_id, t.credit_id, 'CREDIT', t.amount, t.currency, t.purpose,
			t.credit_seq, t.credit_balance, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t WHERE t.credit_entry IS NOT NULL
	) e
	JOIN accounts a ON a.id = e.account_id
	JOIN transfer_purposes p ON p.purpose = e.purpose;
--> statement-breakpoint
-- Today's amounts of the users become opening transfers: deposits, withdrawals and the rest. The rest comes first where it is a credit.
DO $$
DECLARE
	last uuid := '00000000-0000-0000-0000-000000000000';
	part uuid[];
	lines jsonb;
BEGIN
	LOOP
		SELECT array_agg(u.id ORDER BY u.id) INTO part FROM (SELECT id FROM users WHERE id > last ORDER BY id LIMIT 1000) u;
		EXIT WHEN part IS NULL;
		last := part[array_upper(part, 1)];
		SELECT jsonb_agg(jsonb_build_object('purpose', l.purpose, 'debit', l.debit, 'credit', l.credit, 'amount', l.amount::text,
				'user_id', u.id, 'source_type', 'users', 'source_id', u.id, 'line', l.place, 'reason', 'Opening balance') ORDER BY u.id, l.place)
			INTO lines
			FROM users u
			CROSS JOIN LATERAL (SELECT u.cash_balance - u.total_deposit + u.total_withdrawal AS rest) r
			CROSS JOIN LATERAL (VALUES
				(0, 'OPENING', 'OPENING', 'CASH', r.rest),
				(1, 'OPENING_DEPOSIT', 'OPENING', 'CASH', u.total_deposit),
				(2, 'OPENING_WITHDRAWAL', 'CASH', 'OPENING', u.total_withdrawal),
				(3, 'OPENING', 'CASH', 'OPENING', -r.rest),
				(4, 'OPENING', 'OPENING', 'BONUS', u.bonus_balance)) l(place, purpose, debit, credit, amount)
			WHERE u.id = ANY (part) AND l.amount > 0;
		UPDATE users SET cash_balance = 0, bonus_balance = 0, total_deposit = 0, total_withdrawal = 0 WHERE id = ANY (part)
			AND (cash_balance <> 0 OR bonus_balance <> 0 OR total_deposit <> 0 OR total_withdrawal <> 0);
		PERFORM count(*) FROM post_transfers(coalesce(lines, '[]'));
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_money_insert" BEFORE INSERT ON "users" FOR EACH ROW
	WHEN (NEW.cash_balance <> 0 OR NEW.bonus_balance <> 0 OR NEW.total_deposit <> 0 OR NEW.total_withdrawal <> 0) EXECUTE FUNCTION "refuse_money_columns"();
--> statement-breakpoint
CREATE TRIGGER "users_money_update" BEFORE UPDATE OF "cash_balance", "bonus_balance", "total_deposit", "total_withdrawal" ON "users" FOR EACH ROW
	WHEN (OLD.cash_balance <> NEW.cash_balance OR OLD.bonus_balance <> NEW.bonus_balance OR OLD.total_deposit <> NEW.total_deposit
		OR OLD.total_withdrawal <> NEW.total_withdrawal) EXECUTE FUNCTION "refuse_money_columns"();
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "post_transfers"(jsonb) FROM PUBLIC;
