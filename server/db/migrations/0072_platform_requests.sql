CREATE TABLE "platform_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'L-' || new_number() NOT NULL,
	"platform_account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"store_platform_id" uuid NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"fee" numeric(20, 2) NOT NULL,
	"credits" numeric(30, 2) NOT NULL,
	"moved_credits" numeric(30, 2),
	"returned" numeric(20, 2),
	"rate" numeric(30, 4) NOT NULL,
	"source" text DEFAULT 'STAFF' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"user_text" text,
	"external_ref" text,
	"difference" text,
	"rail" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(external_ref, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'R-' || new_number() NOT NULL,
	"platform_account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"store_platform_id" uuid NOT NULL,
	"credits" numeric(30, 2),
	"everything" boolean NOT NULL,
	"moved_credits" numeric(30, 2),
	"amount" numeric(20, 2),
	"fee_percent" numeric(7, 2) NOT NULL,
	"fee" numeric(20, 2),
	"net_amount" numeric(20, 2),
	"rate" numeric(30, 4) NOT NULL,
	"source" text DEFAULT 'STAFF' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"user_text" text,
	"external_ref" text,
	"difference" text,
	"rail" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(external_ref, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_platforms" ADD COLUMN "rail" text;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD COLUMN "load_id" uuid;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD COLUMN "redeem_id" uuid;--> statement-breakpoint
ALTER TABLE "platform_deposits" ADD CONSTRAINT "platform_deposits_platform_account_id_platform_accounts_id_fk" FOREIGN KEY ("platform_account_id") REFERENCES "public"."platform_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_deposits" ADD CONSTRAINT "platform_deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_deposits" ADD CONSTRAINT "platform_deposits_store_platform_id_store_platforms_id_fk" FOREIGN KEY ("store_platform_id") REFERENCES "public"."store_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_deposits" ADD CONSTRAINT "platform_deposits_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_platform_account_id_platform_accounts_id_fk" FOREIGN KEY ("platform_account_id") REFERENCES "public"."platform_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_store_platform_id_store_platforms_id_fk" FOREIGN KEY ("store_platform_id") REFERENCES "public"."store_platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "platform_deposits_reference_unique" ON "platform_deposits" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "platform_deposits_requested_at" ON "platform_deposits" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_store_code_requested_at" ON "platform_deposits" USING btree ("store_code","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_status_requested_at" ON "platform_deposits" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_store_code_status_requested_at" ON "platform_deposits" USING btree ("store_code","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_user_id_requested_at" ON "platform_deposits" USING btree ("user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_status_user_id_requested_at" ON "platform_deposits" USING btree ("status","user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_platform_account_id_requested_at" ON "platform_deposits" USING btree ("platform_account_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_store_platform_id_requested_at" ON "platform_deposits" USING btree ("store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_store_code_store_platform_id_requested_at" ON "platform_deposits" USING btree ("store_code","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_status_store_platform_id_requested_at" ON "platform_deposits" USING btree ("status","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_store_code_status_store_platform_id_requested_at" ON "platform_deposits" USING btree ("store_code","status","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_deposits_search" ON "platform_deposits" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "platform_withdrawals_reference_unique" ON "platform_withdrawals" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "platform_withdrawals_requested_at" ON "platform_withdrawals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_store_code_requested_at" ON "platform_withdrawals" USING btree ("store_code","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_status_requested_at" ON "platform_withdrawals" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_store_code_status_requested_at" ON "platform_withdrawals" USING btree ("store_code","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_user_id_requested_at" ON "platform_withdrawals" USING btree ("user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_status_user_id_requested_at" ON "platform_withdrawals" USING btree ("status","user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_platform_account_id_requested_at" ON "platform_withdrawals" USING btree ("platform_account_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_store_platform_id_requested_at" ON "platform_withdrawals" USING btree ("store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_store_code_store_platform_id_requested_at" ON "platform_withdrawals" USING btree ("store_code","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_status_store_platform_id_requested_at" ON "platform_withdrawals" USING btree ("status","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_store_code_status_store_platform_id_requested_at" ON "platform_withdrawals" USING btree ("store_code","status","store_platform_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "platform_withdrawals_search" ON "platform_withdrawals" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_load_id_platform_deposits_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."platform_deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_redeem_id_platform_withdrawals_id_fk" FOREIGN KEY ("redeem_id") REFERENCES "public"."platform_withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_platforms" ADD CONSTRAINT "store_platforms_rail_applies" CHECK (coalesce("mode"::text in ('AUTOMATED'), false) or not ("rail" is not null));
--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_credits_applies" CHECK (coalesce("everything"::text in ('false'), false) = ("credits" is not null));
--> statement-breakpoint
INSERT INTO "transfer_purposes" ("purpose", "type", "debits", "credits", "counts", "settles") VALUES
	('LOAD_FEE', 'FEE', '{LOCKED}', '{FEES}', NULL, NULL),
	('REDEEM_FEE', 'FEE', '{CASH}', '{FEES}', NULL, NULL);
--> statement-breakpoint
-- A load that is tried again locks its money again: each hold is ended by what has its line.
CREATE OR REPLACE VIEW "wallet_transaction" AS
	SELECT e.*,
		a.kind AS wallet, (SELECT p.type FROM transfer_purposes p WHERE p.purpose = e.purpose) AS type,
		CASE WHEN a.kind = 'RECEIVABLE' THEN e.balance_after + CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END
			ELSE e.balance_after - CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END END AS balance_before,
		CASE
			WHEN EXISTS (SELECT FROM transfers r WHERE r.reverses = e.transfer_no OFFSET 0) THEN 'REVERSED'
			WHEN EXISTS (SELECT FROM transfer_purposes s WHERE s.settles = e.purpose) AND NOT EXISTS (
				SELECT FROM transfers s JOIN transfer_purposes sp ON sp.purpose = s.purpose
				WHERE sp.settles = e.purpose AND s.source_type = e.source_type AND s.source_id = e.source_id
					AND s.line = (SELECT h.line FROM transfers h WHERE h.no = e.transfer_no) OFFSET 0) THEN 'PENDING'
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
	-- Not in the two parts of the union: there it would keep the planner from merging them along their indexes.
	WHERE e.id IS NOT NULL;
--> statement-breakpoint
-- What was requested never changes, and the state changes only as staff and attempts allow.
-- Arguments: the type of the order, and the columns beside the common ones that are written when it is done.
CREATE FUNCTION "keep_platform_request"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	-- Generated columns are computed after the trigger.
	written text[] := ARRAY['status', 'moved_credits', 'decided_by_id', 'decided_at', 'reason_code', 'user_text', 'external_ref', 'difference',
		'search_text', 'claimed_by', 'claim_until', 'updated_at', 'version'] || TG_ARGV[1:];
	claim text[] := ARRAY['search_text', 'claimed_by', 'claim_until', 'updated_at', 'version'];
	is_done boolean;
	allowed boolean;
BEGIN
	IF to_jsonb(NEW) - written IS DISTINCT FROM to_jsonb(OLD) - written THEN
		RAISE EXCEPTION 'what was requested never changes' USING ERRCODE = '23514', CONSTRAINT = 'platform_request_immutable';
	END IF;
	-- What was booked never changes either.
	IF OLD.status = 'COMPLETED' AND to_jsonb(NEW) - claim IS DISTINCT FROM to_jsonb(OLD) - claim THEN
		RAISE EXCEPTION 'what was done never changes' USING ERRCODE = '23514', CONSTRAINT = 'platform_request_immutable';
	END IF;
	IF OLD.status = NEW.status THEN RETURN NEW; END IF;
	is_done := EXISTS (SELECT FROM rail_attempts a WHERE a.order_type = TG_ARGV[0] AND a.order_id = NEW.id AND a.state = 'DONE');
	allowed := CASE OLD.status || ' ' || NEW.status
		WHEN 'REQUESTED COMPLETED' THEN NEW.rail IS NULL
		WHEN 'REQUESTED FAILED' THEN NEW.rail IS NULL
		WHEN 'REQUESTED REJECTED' THEN true
		WHEN 'QUEUED REJECTED' THEN true
		WHEN 'QUEUED PROCESSING' THEN NEW.rail IS NOT NULL
		WHEN 'PROCESSING QUEUED' THEN true
		WHEN 'PROCESSING COMPLETED' THEN is_done
		WHEN 'PROCESSING FAILED' THEN true
		WHEN 'PROCESSING UNKNOWN' THEN true
		WHEN 'UNKNOWN PROCESSING' THEN true
		WHEN 'UNKNOWN COMPLETED' THEN is_done
		WHEN 'UNKNOWN FAILED' THEN true
		WHEN 'FAILED QUEUED' THEN NEW.rail IS NOT NULL
		WHEN 'FAILED REQUESTED' THEN NEW.rail IS NULL
		ELSE false END;
	IF NOT allowed THEN
		RAISE EXCEPTION 'a request does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'platform_request_status';
	END IF;
	-- While the platform may be doing it, no decision gives the money away or asks for it again.
	IF (NEW.status IN ('REJECTED', 'FAILED') OR OLD.status = 'FAILED') AND EXISTS (SELECT FROM rail_attempts a
			WHERE a.order_type = TG_ARGV[0] AND a.order_id = NEW.id AND a.state IN ('SENDING', 'ACCEPTED', 'UNKNOWN')) THEN
		RAISE EXCEPTION 'an attempt of this request is under way' USING ERRCODE = '23514', CONSTRAINT = 'platform_request_under_way';
	END IF;
	-- Nobody is loaded who was suspended, excluded or closed since the request.
	IF TG_ARGV[0] = 'platform_deposit' AND OLD.status || ' ' || NEW.status IN ('REQUESTED COMPLETED', 'QUEUED PROCESSING')
			AND NOT EXISTS (SELECT FROM users u WHERE u.id = NEW.user_id AND u.account_status = 'ACTIVE') THEN
		RAISE EXCEPTION 'the user of this load may not play' USING ERRCODE = '23514', CONSTRAINT = 'platform_request_user';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "platform_deposits_change" BEFORE UPDATE ON "platform_deposits" FOR EACH ROW
	EXECUTE FUNCTION "keep_platform_request"('platform_deposit', 'returned');
--> statement-breakpoint
CREATE TRIGGER "platform_withdrawals_change" BEFORE UPDATE ON "platform_withdrawals" FOR EACH ROW
	EXECUTE FUNCTION "keep_platform_request"('platform_withdrawal', 'amount', 'fee', 'net_amount');
