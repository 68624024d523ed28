CREATE TABLE "user_bonuses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bonus_id" uuid NOT NULL,
	"bonus_version" integer NOT NULL,
	"granted_by" text NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"wagering_required" numeric(20, 2) NOT NULL,
	"wagered" numeric(20, 2) DEFAULT '0.00' NOT NULL,
	"outcome" text DEFAULT 'GRANTED' NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bonuses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"reward" text NOT NULL,
	"amount" numeric(20, 2),
	"percent" numeric(30, 2),
	"max_amount" numeric(20, 2),
	"min_deposit" numeric(20, 2),
	"wagering_multiplier" numeric(30, 1) NOT NULL,
	"expiry_days" integer NOT NULL,
	"max_bet" numeric(20, 2),
	"max_win" numeric(20, 2),
	"game_weights" jsonb DEFAULT '[]' NOT NULL,
	"level_ids" uuid[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"per_user_limit" integer,
	"total_limit" integer,
	"budget" numeric(20, 2),
	"stackable" boolean,
	"promo_code" text,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"terms" text,
	"activated_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"version_no" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD CONSTRAINT "user_bonuses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD CONSTRAINT "user_bonuses_bonus_id_bonuses_id_fk" FOREIGN KEY ("bonus_id") REFERENCES "public"."bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_bonuses_granted_at" ON "user_bonuses" USING btree ("granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_granted_at" ON "user_bonuses" USING btree ("store_code","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_expires_at" ON "user_bonuses" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_expires_at" ON "user_bonuses" USING btree ("store_code","expires_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_user_id_granted_at" ON "user_bonuses" USING btree ("user_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_user_id_granted_at" ON "user_bonuses" USING btree ("store_code","user_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_outcome_expires_at" ON "user_bonuses" USING btree ("outcome","expires_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_outcome_expires_at" ON "user_bonuses" USING btree ("store_code","outcome","expires_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_bonus_id_granted_at" ON "user_bonuses" USING btree ("bonus_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_bonus_id_granted_at" ON "user_bonuses" USING btree ("store_code","bonus_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_granted_by_granted_at" ON "user_bonuses" USING btree ("granted_by","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_granted_by_granted_at" ON "user_bonuses" USING btree ("store_code","granted_by","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_outcome_granted_at" ON "user_bonuses" USING btree ("outcome","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_outcome_granted_at" ON "user_bonuses" USING btree ("store_code","outcome","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_user_id_bonus_id_granted_at" ON "user_bonuses" USING btree ("user_id","bonus_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_user_id_bonus_id_granted_at" ON "user_bonuses" USING btree ("store_code","user_id","bonus_id","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_user_id_granted_by_granted_at" ON "user_bonuses" USING btree ("user_id","granted_by","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_user_id_granted_by_granted_at" ON "user_bonuses" USING btree ("store_code","user_id","granted_by","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_user_id_outcome_granted_at" ON "user_bonuses" USING btree ("user_id","outcome","granted_at","id");--> statement-breakpoint
CREATE INDEX "user_bonuses_store_code_user_id_outcome_granted_at" ON "user_bonuses" USING btree ("store_code","user_id","outcome","granted_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bonuses_name_unique" ON "bonuses" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "bonuses_promo_code_unique" ON "bonuses" USING btree ("store_code",lower("promo_code"));--> statement-breakpoint
CREATE INDEX "bonuses_search" ON "bonuses" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- What was granted never changes, and a grant that waits becomes active only with its approval, and nothing else without a decision.
CREATE FUNCTION "keep_bonus_grant"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.bonus_id, NEW.bonus_version, NEW.amount, NEW.wagering_required)
		IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.bonus_id, OLD.bonus_version, OLD.amount, OLD.wagering_required) THEN
		RAISE EXCEPTION 'what was granted never changes' USING ERRCODE = '23514', CONSTRAINT = 'bonus_grant_immutable';
	END IF;
	IF OLD.outcome <> NEW.outcome AND NOT (
		(OLD.outcome = 'GRANTED' AND NEW.outcome = 'ACTIVE' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'bonus_grant' AND a.subject_id = NEW.id AND a.status = 'APPROVED'))
		OR (OLD.outcome = 'GRANTED' AND NEW.outcome = 'REVOKED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'bonus_grant' AND a.subject_id = NEW.id AND a.status IN ('REJECTED', 'EXPIRED', 'CANCELLED')))
		OR (OLD.outcome = 'ACTIVE' AND NEW.outcome IN ('COMPLETED', 'FORFEITED', 'REVOKED'))) THEN
		RAISE EXCEPTION 'a grant does not change from % to %', OLD.outcome, NEW.outcome
			USING ERRCODE = '23514', CONSTRAINT = 'bonus_grant_outcome';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "user_bonuses_change" BEFORE UPDATE ON "user_bonuses" FOR EACH ROW EXECUTE FUNCTION "keep_bonus_grant"();
--> statement-breakpoint
CREATE TRIGGER "user_bonuses_kept" BEFORE DELETE ON "user_bonuses" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
