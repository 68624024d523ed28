CREATE TABLE "idempotency_keys" (
	"staff_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"access_hash" text NOT NULL,
	"data" text NOT NULL,
	"is_sealed" boolean NOT NULL,
	"extras" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_staff_id_operation_key_pk" PRIMARY KEY("staff_id","operation","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");