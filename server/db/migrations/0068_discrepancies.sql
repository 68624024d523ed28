CREATE TABLE "discrepancies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'X-' || new_number() NOT NULL,
	"rail" text NOT NULL,
	"kind" text NOT NULL,
	"withdrawal_id" uuid,
	"rail_reference" text NOT NULL,
	"expected" text NOT NULL,
	"reported" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"resolution" text,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(rail, '')) || E'\n' || fold(coalesce(rail_reference, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rail_statements" (
	"rail" text NOT NULL,
	"day" date NOT NULL,
	"compared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rail_statements_rail_day_pk" PRIMARY KEY("rail","day")
);
--> statement-breakpoint
ALTER TABLE "payout_attempts" ADD COLUMN "stated_on" date;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discrepancies_reference_unique" ON "discrepancies" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "discrepancies_seen_at" ON "discrepancies" USING btree ("seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_store_code_seen_at" ON "discrepancies" USING btree ("store_code","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_kind_seen_at" ON "discrepancies" USING btree ("kind","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_store_code_kind_seen_at" ON "discrepancies" USING btree ("store_code","kind","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_status_seen_at" ON "discrepancies" USING btree ("status","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_store_code_status_seen_at" ON "discrepancies" USING btree ("store_code","status","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_status_kind_seen_at" ON "discrepancies" USING btree ("status","kind","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_store_code_status_kind_seen_at" ON "discrepancies" USING btree ("store_code","status","kind","seen_at","id");--> statement-breakpoint
CREATE INDEX "discrepancies_search" ON "discrepancies" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "discrepancies_open" ON "discrepancies" USING btree ("rail","kind","rail_reference","reported") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "payout_attempts_unstated" ON "payout_attempts" USING btree ("rail") WHERE state = 'PAID' and stated_on is null;
--> statement-breakpoint
-- What was found stays as it is, and a resolution is final.
CREATE FUNCTION "keep_discrepancy"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.reference, NEW.rail, NEW.kind, NEW.withdrawal_id, NEW.rail_reference, NEW.expected, NEW.reported, NEW.seen_at, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.rail, OLD.kind, OLD.withdrawal_id, OLD.rail_reference, OLD.expected, OLD.reported, OLD.seen_at, OLD.store_code)
		OR (OLD.status = 'RESOLVED' AND (NEW.status, NEW.resolution) IS DISTINCT FROM (OLD.status, OLD.resolution)) THEN
		RAISE EXCEPTION 'what was found, and how it was resolved, never changes' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_immutable';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "discrepancies_change" BEFORE UPDATE ON "discrepancies" FOR EACH ROW EXECUTE FUNCTION keep_discrepancy();
